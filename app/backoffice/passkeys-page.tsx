import { z } from 'zod'
import { noFields } from '../http/define-form.server.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { passkeyTexts as texts } from '../texts/passkeys.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { NewPasskeyNameField, PasskeyList } from '../ui/passkey-list/passkey-list.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { passkeyScript } from './passkey-script.ts'
import {
  type FailedForm,
  rawText,
  type StaffRequest,
  staffAction,
  staffForm,
  staffLoader,
} from './staff-pages.server.tsx'

export const loader = staffLoader(loadView)

const redirectToPasskeys = (flash: string) => (request: StaffRequest) => ({ to: `${request.root}/chaves`, flash })

const beginPasskeyForm = staffForm({
  intent: 'continuar',
  schema: () => z.object({ password: rawText }),
  fields: { password: 'password' },
  run: ({ shop, actor }, { password }) => shop.staff.startPasskeyRegistration(actor, password),
  respond: async (request, options) => ({ view: await loadView(request, undefined, options) }),
})

const addPasskeyForm = staffForm({
  intent: 'criar',
  schema: () => z.object({ answer: rawText, name: rawText }),
  fields: { answer: 'answer', name: 'nome' },
  run: ({ shop, actor }, passkey) => shop.staff.addPasskey(actor, passkey),
  respond: redirectToPasskeys(texts.added),
})

const renamePasskeyForm = staffForm({
  intent: 'renomear',
  schema: () => z.object({ name: rawText }),
  fields: { name: 'nome' },
  run: ({ shop, actor, formData }, { name }) => shop.staff.renamePasskey(actor, String(formData.get('id')), name),
  respond: redirectToPasskeys(texts.renamed),
})

const removePasskeyForm = staffForm({
  ...noFields,
  intent: 'remover',
  run: ({ shop, actor, formData }) => shop.staff.removePasskey(actor, String(formData.get('id'))),
  respond: redirectToPasskeys(texts.removed),
})

export const action = staffAction([renamePasskeyForm, removePasskeyForm, addPasskeyForm, beginPasskeyForm], loadView)

/** One's own passkeys. */
async function loadView(request: StaffRequest, failedForm?: FailedForm, creationOptions?: string): Promise<View> {
  const { shop, actor, root } = request
  const passkeys = await shop.staff.listPasskeys(actor)
  const passkeysPath = `${root}/chaves`
  return {
    title: texts.title,
    script: creationOptions && passkeyScript,
    body: (
      <div className={stack}>
        <h1 className={css.pageHeader}>{texts.title}</h1>
        <p className={muted}>
          {texts.intro} {texts.backofficeHint}
        </p>
        {failedForm && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        <Panel title={texts.add}>
          {creationOptions ? (
            <>
              <p>{texts.createHint}</p>
              <noscript>{texts.needsScripts}</noscript>
              <PasskeyForm kind="create" options={creationOptions} action={passkeysPath}>
                <input type="hidden" name="intent" value="criar" />
                <NewPasskeyNameField fieldName="nome" />
                <Button>{texts.add}</Button>
              </PasskeyForm>
            </>
          ) : (
            <PostForm className={stack} action={passkeysPath}>
              <p>{texts.proofHint}</p>
              <TextField
                label={texts.password}
                name="password"
                type="password"
                autoComplete="current-password"
                required
                error={failedForm?.fieldError('password')}
              />
              <Button variant="outline" name="intent" value="continuar">
                {texts.proceed}
              </Button>
            </PostForm>
          )}
        </Panel>
        <PasskeyList
          passkeys={passkeys}
          action={passkeysPath}
          nameFieldName="nome"
          intents={{ rename: 'renomear', remove: 'remover' }}
        />
      </div>
    ),
  }
}
