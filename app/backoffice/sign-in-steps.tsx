import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { ReactNode } from 'react'
import { renderSVG } from 'uqr'
import type { StaffSession } from '#server/staff/staff.ts'
import { muted, stack, tightStack } from '../styles/shared.css.ts'
import { staffSignInTexts as texts } from '../texts/backoffice/sign-in.ts'
import { passkeyTexts } from '../texts/passkeys.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { createFieldProps } from '../ui/field/field-props.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { QrCode } from '../ui/qr-code/qr-code.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { IntentButton } from './intent-button.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { passkeyScript } from './passkey-script.ts'

export interface SignInRequest {
  args: LoaderFunctionArgs | ActionFunctionArgs
  /** Present while the second factor is still to come. */
  session: StaffSession | null
  formData: FormData
  sessionToken: string | null
  serializeSessionCookie(sessionToken: string | null): string
}

const field = createFieldProps({ inputs: {}, texts: texts.fields })

export async function buildPasswordStepView(
  { args, formData }: SignInRequest,
  returnTo: string,
  errorMessage?: string,
): Promise<View> {
  const { shop } = args.context
  return {
    title: texts.title,
    script: passkeyScript,
    body: (
      <SignInLayout title={texts.title} intro={texts.intro(shop.profile.name)}>
        <Panel title={texts.accountStepTitle}>
          <SignInForm rootPath={shop.backoffice.path} returnTo={returnTo} errorMessage={errorMessage}>
            <TextField
              {...field('email')}
              autoComplete="username webauthn"
              defaultValue={String(formData.get('email') ?? '')}
            />
            <TextField {...field('password')} autoComplete="current-password" error={errorMessage} />
            <Button size="wide">{texts.continueLabel}</Button>
          </SignInForm>
          <PasskeyForm kind="get" options={shop.staff.createPasskeyOptions()} action={shop.backoffice.path}>
            <input type="hidden" name="returnTo" value={returnTo} />
            <Button size="wide" variant="outline">
              {passkeyTexts.signIn}
            </Button>
          </PasskeyForm>
          <p className={muted}>{texts.idleHint}</p>
          <p className={muted}>{texts.lostAccess}</p>
        </Panel>
      </SignInLayout>
    ),
  }
}

/** The code; or the first time the QR code from which the app reads its secret. */
export async function loadSecondFactorView(
  request: SignInRequest,
  returnTo: string,
  errorMessage?: string,
): Promise<View> {
  const { shop } = request.args.context
  const enrolment = await shop.staff.startEnrolment(request.sessionToken ?? '')
  const title = enrolment ? texts.enrolTitle : texts.title
  return {
    title,
    body: (
      <SignInLayout title={title} intro={request.session?.staff.email ?? ''}>
        <Panel title={enrolment ? undefined : texts.codeStepTitle}>
          {enrolment && (
            <>
              <p>{texts.enrolHint}</p>
              <QrCode
                src={`data:image/svg+xml,${encodeURIComponent(renderSVG(enrolment.uri, { border: 0 }))}`}
                alt={texts.qrAlt}
              />
              <p>
                {texts.secretHint} <code>{enrolment.secret}</code>
              </p>
            </>
          )}
          <SignInForm rootPath={shop.backoffice.path} returnTo={returnTo} errorMessage={errorMessage}>
            {/* A recovery code has letters. */}
            <TextField {...field('code')} inputMode="text" autoFocus error={errorMessage} />
            <Button size="wide">{enrolment ? texts.confirm : texts.signIn}</Button>
          </SignInForm>
          {!enrolment && <p className={muted}>{texts.lostAccess}</p>}
          <PostForm action={shop.backoffice.path}>
            <IntentButton intent="sair" label={texts.useOtherAccount} variant="text" />
          </PostForm>
        </Panel>
      </SignInLayout>
    ),
  }
}

export function buildRecoveryCodesView(recoveryCodes: string[], returnTo: string): View {
  return {
    title: texts.recoveryTitle,
    body: (
      <SignInLayout title={texts.recoveryTitle} intro={texts.recoveryHint}>
        <Panel as="div">
          <ul>
            {recoveryCodes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <ButtonLink variant="solid" href={returnTo}>
            {texts.confirmCodesSaved}
          </ButtonLink>
        </Panel>
      </SignInLayout>
    ),
  }
}

export function SignInLayout({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <div className={`${stack} ${css.narrowColumn}`}>
      <div className={tightStack}>
        <h1>{title}</h1>
        <p className={muted}>{intro}</p>
      </div>
      {children}
    </div>
  )
}

type SignInFormProps = { rootPath: string; returnTo: string; errorMessage: string | undefined; children: ReactNode }

function SignInForm({ rootPath, returnTo, errorMessage, children }: SignInFormProps) {
  return (
    <PostForm className={stack} action={rootPath}>
      {errorMessage && (
        <Message tone="error" title={texts.refusedTitle} role="alert">
          <p>{errorMessage}</p>
        </Message>
      )}
      <input type="hidden" name="returnTo" value={returnTo} />
      {children}
    </PostForm>
  )
}
