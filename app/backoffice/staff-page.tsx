import type { Shop } from '#server/shop.ts'
import type { StaffMember } from '#server/staff/staff.ts'
import { parseId } from '../http/ids.ts'
import { getSiteOrigin } from '../http/origin.server.ts'
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
import { SeenState } from './seen-state.tsx'
import {
  createStaffAction,
  createStaffLoader,
  defineStaffForm,
  type FailedForm,
  type StaffRequest,
} from './staff-pages.server.tsx'

export const loader = createStaffLoader(loadView)

const inviteStaffMemberForm = defineStaffForm({
  intent: 'convidar',
  schema: ({ backoffice }) => backoffice.forms.Invitation,
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
  respond: ({ rootPath }) => ({ to: `${rootPath}/equipe`, flash: texts.changedMessage }),
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
  respond: ({ rootPath }) => ({ to: `${rootPath}/equipe`, flash: texts.removedMessage }),
})

export const action = createStaffAction(
  [inviteStaffMemberForm, resetSecondFactorForm, removeStaffMemberForm, updateStaffMemberForm],
  loadView,
)

/** The one-time link is shown this once; only its hash is kept. */
async function loadInvitationView(request: StaffRequest, invitationToken: string): Promise<{ view: View }> {
  const origin = request.shop.backoffice.origin ?? getSiteOrigin(request.args)
  const invitationUrl = `${origin}${request.rootPath}/convite/${invitationToken}`
  return { view: await loadView(request, undefined, invitationUrl) }
}

async function loadView(request: StaffRequest, failedForm?: FailedForm, invitationUrl?: string): Promise<View> {
  const { shop, actor, rootPath } = request
  const [staffMembers, branches] = await Promise.all([shop.staff.listStaff(actor), shop.delivery.listBranches()])
  const isInviteFormFailed = failedForm?.intent === 'convidar'
  const getFailedForm = ({ id }: StaffMember) =>
    failedForm?.getFieldValue('id') === String(id) ? failedForm : undefined
  const getValue = (name: string) => (isInviteFormFailed ? failedForm.getFieldValue(name) : '')
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <h1 className={css.pageHeader}>{texts.title}</h1>
        {failedForm && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
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
            <PostForm className={css.inlineFields} action={`${rootPath}/equipe`}>
              <input type="hidden" name="id" value={staffMember.id} />
              <SeenState
                seenHash={staffMember.seenHash}
                failedForm={getFailedForm(staffMember)}
                presentValues={listPresentValues(staffMember, branches)}
              />
              <StaffAccessFields
                staffMember={staffMember}
                failedForm={getFailedForm(staffMember)}
                roles={shop.staff.roles}
                branches={branches}
              />
              <Button variant="outline">{texts.save}</Button>
              <Button variant="text" name="intent" value="refazer">
                {texts.resetAccess}
              </Button>
              <Button variant="danger" name="intent" value="remover">
                {texts.remove}
                <span className={visuallyHidden}> {staffMember.name}</span>
              </Button>
            </PostForm>
          </Panel>
        ))}
        <Panel title={texts.addTitle}>
          <PostForm className={`${stack} ${css.narrowForm}`} action={`${rootPath}/equipe`}>
            <SeenState seenHash={crypto.randomUUID()} />
            <TextField label={texts.name} name="name" required maxLength={120} defaultValue={getValue('name')} />
            <TextField
              label={texts.email}
              name="email"
              type="email"
              required
              maxLength={160}
              defaultValue={getValue('email')}
            />
            <StaffAccessFields
              staffMember={null}
              failedForm={isInviteFormFailed ? failedForm : undefined}
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

type StaffAccessFieldsProps = {
  /** Null: somebody new. */
  staffMember: StaffMember | null
  roles: Shop['staff']['roles']
  /** What was typed, where it was refused. */
  failedForm: FailedForm | undefined
  branches: { id: number; name: string }[]
}

function StaffAccessFields({ staffMember, roles, failedForm, branches }: StaffAccessFieldsProps) {
  const getValue = (name: string, storedValue: string | number) =>
    failedForm?.getFieldValue(name) ?? String(storedValue)
  const idSuffix = staffMember?.id ?? 'novo'
  return (
    <>
      <Select
        label={texts.role}
        name="role"
        id={`acesso-${idSuffix}`}
        defaultValue={getValue('role', staffMember?.role ?? 'clerk')}
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
        defaultValue={getValue('crf', staffMember?.crf ?? '')}
      />
      <BranchSelect
        id={`loja-${idSuffix}`}
        defaultValue={getValue('branch', staffMember?.branchId ?? '')}
        branches={branches}
      />
    </>
  )
}

function listPresentValues({ role, crf, branchId }: StaffMember, branches: { id: number; name: string }[]) {
  const branchName = branches.find(({ id }) => id === branchId)?.name ?? backofficeTexts.allBranches
  return [
    { field: 'role', label: texts.role, value: role, text: backofficeTexts.roles[role] },
    { field: 'crf', label: texts.crf, value: crf ?? '' },
    { field: 'branch', label: backofficeTexts.branch, value: String(branchId ?? ''), text: branchName },
  ]
}

function StaffStatus({ staffMember }: { staffMember: StaffMember }) {
  if (!staffMember.isActive) return <Badge tone="info">{texts.invited}</Badge>
  return staffMember.hasSecondFactor ? <Badge tone="ok">{texts.active}</Badge> : <Badge>{texts.noSecondFactor}</Badge>
}
