import type { Shop } from '#server/shop.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { passkeyTexts as texts } from '../texts/passkeys.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { NewPasskeyNameField, PasskeyList } from '../ui/passkey-list/passkey-list.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { View } from './document.tsx'
import { IntentButton } from './intent-button.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { passkeyScript } from './passkey-script.ts'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader((request) => loadView(request))

const passwordForm = { intent: 'continuar', schema: ({ backoffice }: Shop) => backoffice.forms.PasskeyPassword }

const startRegistrationForm = defineStaffForm({
  ...passwordForm,
  run: ({ shop, actor }, { password }) => shop.staff.startPasskeyRegistration(actor, password),
  respond: async (request, creationOptionsJson) => ({ view: await loadView(request, creationOptionsJson) }),
})

const addPasskeyForm = defineStaffForm({
  intent: 'criar',
  schema: ({ backoffice }) => backoffice.forms.NewPasskey,
  run: ({ shop, actor }, passkey) => shop.staff.addPasskey(actor, passkey),
  respond: () => ({ flash: texts.addedMessage }),
})

const renamePasskeyForm = defineStaffForm({
  intent: 'renomear',
  schema: ({ backoffice }) => backoffice.forms.PasskeyName,
  run: ({ shop, actor, formData, seenHash }, { name }) =>
    shop.staff.renamePasskey(actor, String(formData.get('id')), name, seenHash),
  respond: () => ({ flash: texts.renamedMessage }),
})

const removePasskeyForm = defineStaffForm({
  intent: 'remover',
  run: ({ shop, actor, formData, seenHash }) => shop.staff.removePasskey(actor, String(formData.get('id')), seenHash),
  respond: () => ({ flash: texts.removedMessage }),
})

export const action = createStaffAction(
  [renamePasskeyForm, removePasskeyForm, addPasskeyForm, startRegistrationForm],
  (request) => loadView(request),
)

/** One's own passkeys. */
async function loadView(request: StaffRequest, creationOptionsJson?: string): Promise<View> {
  const { shop, actor, rootPath, failedForm } = request
  const passkeys = await shop.staff.listPasskeys(actor)
  const { field } = showStaffForm(passwordForm, request, { texts: { password: [texts.password] } })
  const passkeysPath = `${rootPath}/chaves`
  const renamedId = failedForm?.intent === 'renomear' ? failedForm.getFieldValue('id') : null
  return {
    title: texts.title,
    script: creationOptionsJson && passkeyScript,
    content: (
      <>
        <p className={muted}>
          {texts.intro} {texts.backofficeHint}
        </p>
        <Panel title={texts.add}>
          {creationOptionsJson ? (
            <>
              <p>{texts.createHint}</p>
              <noscript>{texts.needsScripts}</noscript>
              <PasskeyForm kind="create" options={creationOptionsJson} action={passkeysPath}>
                <input type="hidden" name="intent" value="criar" />
                <NewPasskeyNameField />
                <Button>{texts.add}</Button>
              </PasskeyForm>
            </>
          ) : (
            <PostForm className={stack} action={passkeysPath}>
              <p>{texts.verificationHint}</p>
              <TextField {...field('password')} autoComplete="current-password" />
              <IntentButton intent="continuar" label={texts.proceed} variant="outline" />
            </PostForm>
          )}
        </Panel>
        <PasskeyList
          passkeys={passkeys.map((passkey) => ({
            ...passkey,
            typedName: renamedId === passkey.id ? failedForm?.getFieldValue('name') : undefined,
          }))}
          action={passkeysPath}
          intents={{ rename: 'renomear', remove: 'remover' }}
        />
      </>
    ),
  }
}
