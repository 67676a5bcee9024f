import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readForm } from '../http/read-form.server.ts'
import { type FormError, toFormError } from '../http/responses.server.ts'
import { stack } from '../styles/shared.css.ts'
import { staffSignInTexts as texts } from '../texts/backoffice/sign-in.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { createFieldProps } from '../ui/field/field-props.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { FormErrorMessage } from './form-error-message.tsx'
import { redirectToSignIn, renderPublicPage } from './staff-pages.server.tsx'

const field = createFieldProps({ inputs: {}, texts: texts.newPasswordFields })

/** The one-time link of an invitation: a password is chosen, and then used to sign in. */
export async function loader(args: LoaderFunctionArgs) {
  try {
    await args.context.shop.staff.getInvitee(args.params.token ?? '')
  } catch (error) {
    return renderInvalidInvitation(args, toFormError(args.context, error))
  }
  return renderInvitation(args)
}

export async function action(args: ActionFunctionArgs) {
  const formData = await readForm(args.request)
  const password = String(formData.get('password') ?? '')
  if (password.length < 8 || password.length > 128) return renderInvitation(args, texts.passwordLengthError, 422)
  try {
    await args.context.shop.staff.acceptInvitation(args.params.token ?? '', password)
  } catch (error) {
    const formError = toFormError(args.context, error)
    if (formError.code === 'staff.invitationOver') return renderInvalidInvitation(args, formError)
    return renderInvitation(args, formError.message, formError.status)
  }
  return redirectToSignIn(args, texts.passwordCreatedMessage)
}

/** Instead of a form that could only be refused. */
function renderInvalidInvitation(
  args: LoaderFunctionArgs | ActionFunctionArgs,
  { code, message, status }: FormError,
): Promise<Response> {
  const title = code === 'staff.invitationOver' ? texts.invitationExpired : texts.createPasswordTitle
  return renderPublicPage(args, {
    title,
    status,
    body: (
      <div className={`${stack} ${css.narrowColumn}`}>
        <h1>{title}</h1>
        <FormErrorMessage>{message}</FormErrorMessage>
        <p>
          <a href={args.context.shop.backoffice.path}>{texts.title}</a>
        </p>
      </div>
    ),
  })
}

function renderInvitation(
  args: LoaderFunctionArgs | ActionFunctionArgs,
  error?: string,
  status = 200,
): Promise<Response> {
  return renderPublicPage(args, {
    title: texts.createPasswordTitle,
    status,
    body: (
      <div className={`${stack} ${css.narrowColumn}`}>
        <h1>{texts.createPasswordTitle}</h1>
        <Panel as="div">
          <PostForm className={stack}>
            <TextField {...field('password')} error={error} />
            <Button size="wide">{texts.continueLabel}</Button>
          </PostForm>
        </Panel>
      </div>
    ),
  })
}
