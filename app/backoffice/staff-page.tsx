import { z } from 'zod'
import type { Shop } from '#server/shop.ts'
import type { StaffMember } from '#server/staff/staff.ts'
import { noFields } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { siteOrigin } from '../http/origin.server.ts'
import { stack, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { staffTexts as texts } from '../texts/backoffice/staff.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button/button.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BranchSelect } from './branch-select.tsx'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import { parseBranchId } from './parse-branch-id.ts'
import {
  type FailedForm,
  rawText,
  type StaffRequest,
  staffAction,
  staffForm,
  staffLoader,
} from './staff-pages.server.tsx'

export const loader = staffLoader(loadView)

/** As people write them: `CRF/SP 12345`; empty: none. */
const crfSchema = rawText.transform((text, context) => {
  const normalized = text
    .trim()
    .toUpperCase()
    .replace(/^CRF\W*/, '')
    .replace(/^([A-Z]{2})\W*/, '$1-')
  if (normalized !== '' && !/^[A-Z]{2}-\d{1,6}$/.test(normalized))
    context.issues.push({ code: 'custom', message: texts.crfUnreadable, input: text })
  return normalized || null
})

const createRoleSchema = ({ staff }: Shop) => z.enum(staff.roles).optional().catch(undefined)
const roleFields = { role: 'acesso', crf: 'crf', branch: 'loja' } as const

const inviteForm = staffForm({
  intent: 'convidar',
  schema: (shop) =>
    z.object({
      name: rawText
        .transform((text) => text.trim())
        .refine((name) => name !== '', { message: texts.nameOrEmailMissing }),
      email: rawText
        .transform((text) => text.trim())
        .refine((email) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email), { message: texts.nameOrEmailMissing }),
      role: createRoleSchema(shop),
      crf: crfSchema,
      branch: rawText,
    }),
  fields: { name: 'nome', email: 'email', ...roleFields },
  async run({ shop, actor }, { branch, role = 'clerk', ...person }) {
    return shop.staff.invite(actor, { ...person, role, branchId: await parseBranchId({ shop }, branch) })
  },
  respond: loadInviteLinkView,
})

const changeRoleForm = staffForm({
  intent: 'salvar',
  schema: (shop) =>
    z.object({ id: rawText.transform(parseId), role: createRoleSchema(shop), crf: crfSchema, branch: rawText }),
  fields: { id: 'id', ...roleFields },
  async run({ shop, actor, formData }, { id, role, crf, branch }) {
    const branchId = await parseBranchId({ shop }, branch)
    // What the form does not have stays as it is.
    await shop.staff.changeRole(actor, id, {
      role,
      ...(formData.has('crf') && { crf }),
      ...(formData.has('loja') && { branchId }),
    })
  },
  respond: ({ root }) => ({ to: `${root}/equipe`, flash: texts.changedMessage }),
})

const resetSecondFactorForm = staffForm({
  ...noFields,
  intent: 'refazer',
  run: ({ shop, actor, formData }) => shop.staff.resetSecondFactor(actor, parseId(formData.get('id'))),
  respond: loadInviteLinkView,
})

const removeForm = staffForm({
  ...noFields,
  intent: 'remover',
  run: ({ shop, actor, formData }) => shop.staff.remove(actor, parseId(formData.get('id'))),
  respond: ({ root }) => ({ to: `${root}/equipe`, flash: texts.removedMessage }),
})

export const action = staffAction([inviteForm, resetSecondFactorForm, removeForm, changeRoleForm], loadView)

/** The one-time link is shown this once; only its hash is kept. */
async function loadInviteLinkView(request: StaffRequest, token: string): Promise<{ view: View }> {
  const origin = request.shop.backoffice.origin ?? siteOrigin(request.args)
  const inviteLink = `${origin}${request.root}/convite/${token}`
  return { view: await loadView(request, undefined, inviteLink) }
}

async function loadView(request: StaffRequest, failedForm?: FailedForm, inviteLink?: string): Promise<View> {
  const { shop, actor, root } = request
  const [people, branches] = await Promise.all([shop.staff.listStaff(actor), shop.delivery.listBranches()])
  const isInvitation = failedForm?.intent === 'convidar'
  const valueFor = (name: string) => (isInvitation ? failedForm.fieldValue(name) : '')
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <h1 className={css.pageHeader}>{texts.title}</h1>
        {failedForm && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        {inviteLink && (
          <Message tone="ok" title={texts.invitationLinkHint} role="status">
            <p>
              <a href={inviteLink}>{inviteLink}</a>
            </p>
          </Message>
        )}
        {people.map((person) => (
          <Panel key={person.id} title={person.name}>
            <p>
              {person.email} <StaffStatus person={person} />
            </p>
            <PostForm className={css.inlineFields} action={`${root}/equipe`}>
              <input type="hidden" name="id" value={person.id} />
              <RoleFields
                person={person}
                failedForm={failedForm?.fieldValue('id') === String(person.id) ? failedForm : undefined}
                roles={shop.staff.roles}
                branches={branches}
              />
              <Button variant="outline">{texts.save}</Button>
              <Button variant="text" name="intent" value="refazer">
                {texts.resetAccess}
              </Button>
              <Button variant="danger" name="intent" value="remover">
                {texts.remove}
                <span className={visuallyHidden}> {person.name}</span>
              </Button>
            </PostForm>
          </Panel>
        ))}
        <Panel title={texts.addTitle}>
          <PostForm className={`${stack} ${css.narrowForm}`} action={`${root}/equipe`}>
            <TextField label={texts.name} name="nome" required maxLength={120} defaultValue={valueFor('nome')} />
            <TextField
              label={texts.email}
              name="email"
              type="email"
              required
              maxLength={160}
              defaultValue={valueFor('email')}
            />
            <RoleFields
              person={null}
              failedForm={isInvitation ? failedForm : undefined}
              roles={shop.staff.roles}
              branches={branches}
            />
            <Button name="intent" value="convidar">
              {texts.invite}
            </Button>
          </PostForm>
        </Panel>
      </div>
    ),
  }
}

type RoleFieldsProps = {
  /** Null: somebody new. */
  person: StaffMember | null
  roles: Shop['staff']['roles']
  /** What was typed, where it was refused. */
  failedForm: FailedForm | undefined
  branches: { id: number; name: string }[]
}

function RoleFields({ person, roles, failedForm, branches }: RoleFieldsProps) {
  const valueFor = (name: string, storedValue: string | number) => failedForm?.fieldValue(name) ?? String(storedValue)
  const idSuffix = person?.id ?? 'novo'
  return (
    <>
      <Select
        label={texts.role}
        name="acesso"
        id={`acesso-${idSuffix}`}
        defaultValue={valueFor('acesso', person?.role ?? 'clerk')}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {backofficeTexts.roles[role]}
          </option>
        ))}
      </Select>
      <TextField
        label={texts.crf}
        name="crf"
        id={`crf-${idSuffix}`}
        placeholder="SP-12345"
        defaultValue={valueFor('crf', person?.crf ?? '')}
      />
      <BranchSelect
        id={`loja-${idSuffix}`}
        defaultValue={valueFor('loja', person?.branchId ?? '')}
        branches={branches}
      />
    </>
  )
}

function StaffStatus({ person }: { person: StaffMember }) {
  if (!person.isActive) return <Badge tone="info">{texts.invited}</Badge>
  return person.hasSecondFactor ? <Badge tone="ok">{texts.active}</Badge> : <Badge>{texts.noSecondFactor}</Badge>
}
