import type { Shop } from '#server/shop.ts'
import type { StaffMember } from '#server/staff/staff.ts'
import { parseId } from '../http/ids.ts'
import { getSiteOrigin } from '../http/origin.server.ts'
import { stack } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { staffTexts as texts } from '../texts/backoffice/staff.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button/button.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import type { GetFieldProps } from '../ui/field/field-props.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BranchSelect } from './branch-select.tsx'
import type { View } from './document.tsx'
import { IntentButton } from './intent-button.tsx'
import { parseBranchId } from './parse-branch-id.ts'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader((request) => loadView(request))

const invitationForm = { intent: 'convidar', schema: ({ backoffice }: Shop) => backoffice.forms.Invitation }

const inviteStaffMemberForm = defineStaffForm({
  ...invitationForm,
  async run({ shop, actor, seenHash }, { branch, role = 'clerk', ...person }) {
    const branchId = await parseBranchId({ shop }, branch)
    return shop.staff.inviteStaffMember(actor, { ...person, role, branchId }, seenHash)
  },
  respond: loadInvitationView,
})

const updateStaffMemberForm = defineStaffForm({
  intent: 'salvar',
  schema: ({ backoffice }) => backoffice.forms.StaffAccess,
  async run({ shop, actor, formData, seenHash }, { id, role, crf, branch }) {
    const branchId = await parseBranchId({ shop }, branch)
    // What the form does not have stays as it is.
    const change = { role, ...(formData.has('crf') && { crf }), ...(formData.has('branch') && { branchId }) }
    await shop.staff.updateStaffMember(actor, id, change, seenHash)
  },
  respond: () => ({ flash: texts.changedMessage }),
})

const resetSecondFactorForm = defineStaffForm({
  intent: 'refazer',
  run: ({ shop, actor, formData, seenHash }) =>
    shop.staff.resetSecondFactor(actor, parseId(formData.get('id')), seenHash),
  respond: loadInvitationView,
})

const removeStaffMemberForm = defineStaffForm({
  intent: 'remover',
  run: ({ shop, actor, formData, seenHash }) =>
    shop.staff.removeStaffMember(actor, parseId(formData.get('id')), seenHash),
  respond: () => ({ flash: texts.removedMessage }),
})

export const action = createStaffAction(
  [inviteStaffMemberForm, resetSecondFactorForm, removeStaffMemberForm, updateStaffMemberForm],
  (request) => loadView(request),
)

/** The one-time link is shown this once; only its hash is kept. */
async function loadInvitationView(request: StaffRequest, invitationToken: string): Promise<{ view: View }> {
  const origin = request.shop.backoffice.origin ?? getSiteOrigin(request.args)
  const invitationUrl = `${origin}${request.rootPath}/convite/${invitationToken}`
  return { view: await loadView(request, invitationUrl) }
}

async function loadView(request: StaffRequest, invitationUrl?: string): Promise<View> {
  const { shop, actor, rootPath } = request
  const [staffMembers, branches] = await Promise.all([shop.staff.listStaff(actor), shop.delivery.listBranches()])
  const invitation = showStaffForm(invitationForm, request, {
    texts: { ...texts.personFields, ...texts.accessFields },
    values: { role: 'clerk' },
  })
  return {
    title: texts.title,
    content: (
      <>
        {invitationUrl && (
          <Message tone="ok" title={texts.invitationLinkHint} role="status">
            <p>
              <a href={invitationUrl}>{invitationUrl}</a>
            </p>
          </Message>
        )}
        {staffMembers.map((staffMember) => (
          <Panel key={staffMember.id} title={staffMember.name}>
            <p>
              {staffMember.email} <StaffStatus staffMember={staffMember} />
            </p>
            <StaffAccessForm staffMember={staffMember} branches={branches} request={request} />
          </Panel>
        ))}
        <Panel title={texts.addTitle}>
          <PostForm className={`${stack} ${css.narrowForm}`} action={`${rootPath}/equipe`}>
            <SeenState seenHash={crypto.randomUUID()} />
            <TextField {...invitation.field('name')} />
            {/* Somebody else's: no browser fills it in. */}
            <TextField {...invitation.field('email')} autoComplete="off" />
            <StaffAccessFields field={invitation.field} roles={shop.staff.roles} branches={branches} />
            <IntentButton intent="convidar" label={texts.invite} />
          </PostForm>
        </Panel>
      </>
    ),
  }
}

type Branches = { id: number; name: string }[]
type StaffAccessFormProps = {
  staffMember: StaffMember & { seenHash: string }
  branches: Branches
  request: StaffRequest
}

function StaffAccessForm({ staffMember, branches, request }: StaffAccessFormProps) {
  const { id, name, role, crf, branchId, seenHash } = staffMember
  const { field, seenState } = showStaffForm(updateStaffMemberForm, request, {
    texts: texts.accessFields,
    values: { role, crf: crf ?? '', branch: String(branchId ?? '') },
    row: { id },
    intents: ['refazer', 'remover'],
  })
  return (
    <PostForm className={css.inlineFields} action={`${request.rootPath}/equipe`}>
      <input type="hidden" name="id" value={id} />
      {seenState(seenHash, {
        role: () => backofficeTexts.roles[role],
        branch: () => branches.find((branch) => branch.id === branchId)?.name ?? backofficeTexts.allBranches,
      })}
      <StaffAccessFields field={field} roles={request.shop.staff.roles} branches={branches} />
      <Button variant="outline">{texts.save}</Button>
      <IntentButton intent="refazer" label={texts.resetAccess} variant="text" />
      <IntentButton intent="remover" label={texts.remove} subject={name} variant="danger" />
    </PostForm>
  )
}

type StaffAccessFieldsProps = {
  field: GetFieldProps<keyof typeof texts.accessFields>
  roles: Shop['staff']['roles']
  branches: Branches
}

function StaffAccessFields({ field, roles, branches }: StaffAccessFieldsProps) {
  return (
    <>
      <Select {...field('role')} options={roles.map((role) => [role, backofficeTexts.roles[role]])} />
      {/* Its label says who needs it. */}
      <TextField {...field('crf')} isOptional={false} placeholder="SP-12345" />
      <BranchSelect {...field('branch')} branches={branches} />
    </>
  )
}

function StaffStatus({ staffMember }: { staffMember: StaffMember }) {
  if (!staffMember.isActive) return <Badge tone="info">{texts.invited}</Badge>
  return staffMember.hasSecondFactor ? <Badge tone="ok">{texts.active}</Badge> : <Badge>{texts.noSecondFactor}</Badge>
}
