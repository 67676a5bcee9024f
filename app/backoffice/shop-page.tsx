import { getShopLogo } from '../http/shop-logo.server.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { shopTexts as texts } from '../texts/backoffice/shop.ts'
import { listEmailFooterLines } from '../texts/mail.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { TextArea, TextField } from '../ui/field/field.tsx'
import { toFieldName } from '../ui/field/field-props.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { IntentButton } from './intent-button.tsx'
import { readUpload } from './read-upload.ts'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader(loadView)

const profileForm = defineStaffForm({
  intent: 'dados',
  schema: ({ backoffice }) => backoffice.profile.ProfileForm,
  run: ({ backoffice, seenHash }, profile) => backoffice.profile.changeProfile(profile, seenHash),
  respond: () => ({ flash: texts.savedMessage }),
})

/** 'Ver como fica': the page with what was typed, of which nothing is saved. */
const previewForm = defineStaffForm({
  intent: 'ver-loja',
  schema: ({ backoffice }) => backoffice.profile.ProfileForm,
  run: (request, profile) => loadView(request, { profile, formData: request.formData, seenHash: request.seenHash }),
  respond: (_, view) => ({ view }),
})

const logoForm = defineStaffForm({
  intent: 'logotipo',
  schema: ({ backoffice }) => backoffice.forms.LogoForm,
  run: async ({ backoffice, seenHash }, { logo }) => backoffice.profile.changeLogo(await readUpload(logo), seenHash),
  respond: () => ({ flash: texts.logo.savedMessage }),
})

const removeLogoForm = defineStaffForm({
  intent: 'tirar-logotipo',
  run: ({ backoffice, seenHash }) => backoffice.profile.removeLogo(seenHash),
  respond: () => ({ flash: texts.logo.removedMessage }),
})

export const action = createStaffAction([profileForm, previewForm, logoForm, removeLogoForm], (request) =>
  loadView(request),
)

type Field = keyof typeof texts.fields

/** The fields in their panels. */
const fieldsByGroup: Record<keyof typeof texts.groups, Field[]> = {
  identity: ['name', 'description', 'legalName', 'cnpj', 'address', 'city'],
  contact: ['phone', 'whatsapp', 'email', 'hours', 'officerName', 'officerEmail'],
  licences: ['pharmacistName', 'pharmacistCrf', 'pharmacistsOnDuty', 'sanitaryLicence', 'afe', 'ae'],
  words: ['pharmacistChatUrl', 'anvisaAlertsUrl', 'careersUrl', 'social', 'notices'],
  money: ['cashbackPercent', 'reminderLeadDays'],
  brand: ['accentColor'],
}

const fieldsWithLines = new Set<Field>(['hours', 'pharmacistsOnDuty', 'social', 'notices'])

type Profile = Pick<StaffRequest['shop']['profile'], 'name' | 'accentColor'> &
  Parameters<typeof listEmailFooterLines>[0]

interface TypedProfile {
  profile: Profile
  /** As it was sent, for its fields. */
  formData: FormData
  /** What its form saw, which may be older than what there is by now: saving it then is refused. */
  seenHash: string
}

async function loadView(request: StaffRequest, draft?: TypedProfile): Promise<View> {
  const { buildPalette } = request.shop
  const { input, seenHash } = await request.backoffice.profile.loadProfile()
  const { accentColor } = draft?.profile ?? {}
  const values = draft ? readTyped(draft.formData) : input
  const formProps = { texts: texts.fields, values, intents: ['ver-loja'] }
  const { field, seenState } = showStaffForm(profileForm, request, formProps)
  return {
    title: texts.title,
    palette: draft && (accentColor ? buildPalette(accentColor) : null),
    content: (
      <>
        <p className={muted}>{texts.intro}</p>
        <PostForm className={stack}>
          {(Object.keys(fieldsByGroup) as (keyof typeof fieldsByGroup)[]).map((group) => (
            <Panel key={group} title={texts.groups[group]}>
              <div className={stack}>
                {fieldsByGroup[group].map((name) =>
                  fieldsWithLines.has(name) ? (
                    <TextArea key={name} {...field(name)} />
                  ) : (
                    <TextField key={name} {...field(name)} />
                  ),
                )}
              </div>
            </Panel>
          ))}
          {seenState(draft?.seenHash ?? seenHash)}
          <p className={row}>
            <Button name="intent" value="dados">
              {texts.save}
            </Button>
            <Button variant="outline" name="intent" value="ver-loja" formAction="#como-fica">
              {texts.preview.show}
            </Button>
            <span className={muted}>{texts.savedIn}</span>
          </p>
        </PostForm>
        <LogoPanel request={request} seenHash={seenHash} />
        <LooksPanel shop={request.shop} typedProfile={draft?.profile} />
      </>
    ),
  }
}

function readTyped(formData: FormData): Record<Field, string> {
  const names = Object.keys(texts.fields) as Field[]
  return Object.fromEntries(names.map((name) => [name, String(formData.get(toFieldName(name)) ?? '')])) as Record<
    Field,
    string
  >
}

function LogoPanel({ request, seenHash }: { request: StaffRequest; seenHash: string }) {
  const { field } = showStaffForm(logoForm, request, { texts: texts.logo.fields })
  const picture = getShopLogo(request.shop)
  return (
    <Panel title={texts.logo.title}>
      <PostForm className={stack} encType="multipart/form-data">
        {picture ? <img {...picture} alt={texts.logo.title} /> : <p>{texts.logo.none}</p>}
        <TextField {...field('logo')} isOptional={false} />
        <SeenState seenHash={seenHash} />
        <p className={row}>
          <Button variant="outline" name="intent" value="logotipo">
            {texts.logo.save}
          </Button>
          {picture && <IntentButton intent="tirar-logotipo" label={texts.logo.remove} variant="text" />}
        </p>
      </PostForm>
    </Panel>
  )
}

/** What shoppers see of logo, colour and data. The page has the shop's own theme, as theirs have. */
function LooksPanel({ shop, typedProfile }: Pick<StaffRequest, 'shop'> & { typedProfile: Profile | undefined }) {
  const { preview } = texts
  const profile = typedProfile ?? shop.profile
  const logo = getShopLogo(shop)
  return (
    <Panel title={preview.title} id="como-fica">
      {typedProfile ? <Message tone="warn">{preview.typedHint}</Message> : <p className={muted}>{preview.hint}</p>}
      <div className={css.looks}>
        <figure>
          <figcaption>{preview.header}</figcaption>
          <p className={css.looksHeader}>{logo ? <img {...logo} alt={profile.name} /> : <b>{profile.name}</b>}</p>
        </figure>
        <figure>
          <figcaption>{preview.button}</figcaption>
          <p className={row}>
            <ButtonLink variant="solid" href="/">
              {preview.buttonLabel}
            </ButtonLink>
            <a href="/sobre-nos">{preview.linkLabel}</a>
          </p>
        </figure>
        <figure>
          <figcaption>{preview.letter}</figcaption>
          <p className={css.looksLetter}>
            {listEmailFooterLines(profile).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </figure>
      </div>
    </Panel>
  )
}
