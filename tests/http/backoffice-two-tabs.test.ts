import { beforeAll, expect, test } from 'vitest'
import { addPasskeyOfOwner, outdated, refusalOf } from '../support/backoffice-forms.ts'
import { ownServer } from '../support/file-server.ts'
import { type FormUse, formsOn } from '../support/forms.ts'
import { type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import { createStaff } from '../support/staff.ts'

const server = ownServer()

let owner: PlainBrowser

beforeAll(async () => {
  owner = await createStaff(server.url, 'owner')
  await addPasskeyOfOwner(server)
})

/** A form on a page: its button, what is hidden in it, and what two people type who open it at the same time. */
interface SharedForm {
  path: string
  button: string
  holding?: Record<string, string>
  first: FormUse['fields'] & object
  second: Record<string, string>
}

/** Two tabs with one form: the first sends it, and the second after that. */
async function sendFromTwoTabs({ path, button, holding = {}, first, second }: SharedForm) {
  const [firstTab, secondTab] = [await owner.get(path), await owner.get(path)]
  const done = await owner.submit(firstTab, { button, holding, fields: first })
  expect(done.status, `${path}: ${refusalOf(done)}`).toBe(303)
  return owner.submit(secondTab, { button, holding, fields: second })
}

/** The fields of a form as its page has filled them in. */
function fieldsOf({ html, path }: PlainAnswer, { button, holding = {} }: SharedForm): Record<string, string> {
  const wanted = Object.entries(holding)
  const form = formsOn(html, path).find(
    ({ fields, buttons }) =>
      buttons.some(([name]) => name === button) &&
      wanted.every(([name, value]) => fields.some(([own, held]) => own === name && held === value)),
  )
  return Object.fromEntries((form?.fields ?? []).map(([name, value]) => [name, String(value)]))
}

const sharedForms: Record<string, SharedForm> = {
  'a store’s fee, and its pick-up': {
    ...{ path: '/balcao/lojas', button: 'Salvar', holding: { branch_id: '2' } },
    ...{ first: { delivery_fee_cents: '9,90' }, second: { pickup_minutes: '45' } },
  },
  'the notice': {
    ...{ path: '/balcao/vitrine', button: 'Salvar', holding: { text: '' } },
    ...{ first: { text: 'Até as 18h', branch: '1' }, second: { text: 'Até as 20h', branch: '2' } },
  },
  'the name of a passkey': {
    ...{ path: '/balcao/chaves', button: 'Salvar nome', first: { name: 'Celular' }, second: { name: 'Tablet' } },
  },
}

test.for(Object.entries(sharedForms))(
  'of two who change %s at once the second is told; what was typed is there, and sent again it is taken',
  async ([, form]) => {
    const told = await sendFromTwoTabs(form)
    expect(refusalOf(told)).toEqual([409, expect.stringContaining(outdated)])
    const decided = await owner.submit(told, { button: form.button, holding: form.second })
    expect(decided.status, String(refusalOf(decided))).toBe(303)
  },
)

test('beside what was typed the page says what stands now: the fee that the first has set is not gone', async () => {
  const holding = { branch_id: '3' }
  const form = {
    path: '/balcao/lojas',
    button: 'Salvar',
    holding,
    first: { delivery_fee_cents: '8,80' },
    second: { pickup_minutes: '30' },
  }
  const told = await sendFromTwoTabs(form)
  expect(wordsOf(told.html)).toContain('Agora está assim:Taxa de entrega8,80')
  expect(fieldsOf(told, form)).toMatchObject({ pickup_minutes: '30' })
  expect(fieldsOf(await owner.get(form.path), form)).toMatchObject({
    delivery_fee_cents: '8,80',
    pickup_minutes: expect.not.stringMatching('30'),
  })
})

test('a banner that is moved twice from one page moves one place', async () => {
  const path = '/balcao/vitrine'
  for (const title of ['Primeiro', 'Segundo', 'Terceiro'])
    await owner.submit(path, { button: 'Publicar banner', fields: { title, text: 'Texto', link_text: 'Ver' } })
  const order = async () =>
    (await owner.get(path)).html
      .match(/Remover<span[^>]*> (Primeiro|Segundo|Terceiro)/g)
      ?.map((text) => /\w+$/.exec(text)?.[0])
  expect(await order()).toEqual(['Primeiro', 'Segundo', 'Terceiro'])
  const page = await owner.get(path)
  const moves = await Promise.all([1, 2].map(() => owner.submit(page, { button: 'Subir Terceiro' })))
  expect(moves.map(({ status }) => status).sort()).toEqual([303, 409])
  expect(await order()).toEqual(['Primeiro', 'Terceiro', 'Segundo'])
})

test('a product that was paused anew is not resumed from the page of the pause before', async () => {
  const path = '/balcao/produtos/3'
  await owner.submit(path, { button: 'Pausar vendas' })
  const old = await owner.get(path)
  await owner.submit(path, { button: 'Voltar a vender' })
  await owner.submit(path, { button: 'Pausar vendas' })
  const told = await owner.submit(old, { button: 'Voltar a vender' })
  expect(refusalOf(told)).toEqual([409, expect.stringContaining(outdated)])
  expect(wordsOf((await owner.get(path)).html)).toContain('Voltar a vender')
})
