import type { NewStaff, StaffMember } from '#server/staff/staff.ts'
import { parseId } from '../http/ids.ts'
import { siteOrigin } from '../http/origin.server.ts'
import { stack, visuallyHidden } from '../styles/shared.css.ts'
import { counterTexts, staffTexts as texts } from '../texts/backoffice.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button/button.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BranchSelect } from './branch-select.tsx'
import { branchIn } from './chosen-branch.ts'
import type { View } from './document.tsx'
import { Refusal } from './refusal.tsx'
import { type Desk, deskAction, deskLoader, type RefusedForm } from './staff-pages.server.tsx'

const roles = ['owner', 'pharmacist', 'clerk'] as const

export const loader = deskLoader(show)

/** 'Convidar', 'Salvar', 'Refazer acesso', 'Remover'. */
export const action = deskAction(async (desk, form) => {
  const { shop, actor, root } = desk
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const role = roles.find((name) => name === text('acesso'))
  const crf =
    text('crf')
      .toUpperCase()
      .replace(/^CRF\W*/, '')
      .replace(/^([A-Z]{2})\W*/, '$1-') || null
  const branchId = await branchIn({ shop }, text('loja'))
  const to = `${root}/equipe`
  if (crf !== null && !/^[A-Z]{2}-\d{1,6}$/.test(crf))
    return show(desk, { form, message: texts.crfUnreadable, field: 'crf' })
  switch (form.get('intent')) {
    case 'convidar': {
      const person: NewStaff = { email: text('email'), name: text('nome'), role: role ?? 'clerk', crf, branchId }
      if (person.name === '' || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(person.email))
        return show(desk, { form, message: texts.missing, field: 'email' })
      return showLink(desk, await shop.staff.invite(actor, person))
    }
    case 'refazer':
      return showLink(desk, await shop.staff.resetSecondFactor(actor, parseId(text('id'))))
    case 'remover':
      await shop.staff.remove(actor, parseId(text('id')))
      return { to, flash: texts.removed }
    default:
      // What the form does not have stays as it is.
      await shop.staff.changeRole(actor, parseId(text('id')), {
        role,
        ...(form.has('crf') && { crf }),
        ...(form.has('loja') && { branchId }),
      })
      return { to, flash: texts.changed }
  }
}, show)

/** The one-time link is shown this once; only its hash is kept. */
async function showLink(desk: Desk, token: string): Promise<View> {
  const origin = desk.shop.counter.origin ?? siteOrigin(desk.args)
  const link = `${origin}${desk.root}/convite/${token}`
  return show(desk, undefined, link)
}

async function show(desk: Desk, refused?: RefusedForm, link?: string): Promise<View> {
  const { shop, actor, root } = desk
  const [people, branches] = await Promise.all([shop.staff.listStaff(actor), shop.delivery.listBranches()])
  const typed = (name: string) => String(refused?.form.get(name) ?? '')
  return {
    title: texts.title,
    ...(refused && { status: 422 }),
    body: (
      <div className={stack}>
        <h1 className={css.top}>{texts.title}</h1>
        {refused && <Refusal>{refused.message}</Refusal>}
        {link && (
          <Message tone="ok" title={texts.link} role="status">
            <p>
              <a href={link}>{link}</a>
            </p>
          </Message>
        )}
        {people.map((person) => (
          <Panel key={person.id} title={person.name}>
            <p>
              {person.email} <State person={person} />
            </p>
            <PostForm className={css.fieldsInLine} action={`${root}/equipe`}>
              <input type="hidden" name="id" value={person.id} />
              <RoleFields
                person={person}
                typed={refused?.form.get('id') === String(person.id) ? refused.form : undefined}
                branches={branches}
              />
              <Button variant="outline">{texts.save}</Button>
              <Button variant="text" name="intent" value="refazer">
                {texts.reset}
              </Button>
              <Button variant="danger" name="intent" value="remover">
                {texts.remove}
                <span className={visuallyHidden}> {person.name}</span>
              </Button>
            </PostForm>
          </Panel>
        ))}
        <Panel title={texts.addTitle}>
          <PostForm className={`${stack} ${css.form}`} action={`${root}/equipe`}>
            <TextField label={texts.name} name="nome" required maxLength={120} defaultValue={typed('nome')} />
            <TextField
              label={texts.email}
              name="email"
              type="email"
              required
              maxLength={160}
              defaultValue={typed('email')}
            />
            <RoleFields person={null} typed={refused?.form.has('id') ? undefined : refused?.form} branches={branches} />
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
  /** What was typed, where it was refused. */
  typed: FormData | undefined
  branches: { id: number; name: string }[]
}

function RoleFields({ person, typed, branches }: RoleFieldsProps) {
  const value = (name: string, shown: string | number) => String(typed?.get(name) ?? shown)
  const of = person?.id ?? 'novo'
  return (
    <>
      <Select
        label={texts.role}
        name="acesso"
        id={`acesso-${of}`}
        defaultValue={value('acesso', person?.role ?? 'clerk')}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {counterTexts.roles[role]}
          </option>
        ))}
      </Select>
      <TextField
        label={texts.crf}
        name="crf"
        id={`crf-${of}`}
        placeholder="SP-12345"
        defaultValue={value('crf', person?.crf ?? '')}
      />
      <BranchSelect id={`loja-${of}`} defaultValue={value('loja', person?.branchId ?? '')} branches={branches} />
    </>
  )
}

function State({ person }: { person: StaffMember }) {
  if (!person.isActive) return <Badge tone="info">{texts.invited}</Badge>
  return person.hasSecondFactor ? <Badge tone="ok">{texts.active}</Badge> : <Badge>{texts.noSecondFactor}</Badge>
}
