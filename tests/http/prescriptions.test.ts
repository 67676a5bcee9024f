import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { wordsOf } from '../support/http.ts'
import { digital, photoOfCodes, sendPrescription } from '../support/prescriptions.ts'
import {
  addToBag,
  azitromicina,
  bagPage,
  goOn,
  newCustomer,
  pay,
  place,
  summary,
  trayenta,
} from '../support/purchase.ts'
import { createStaff } from '../support/staff.ts'

const server = ownServer()
const step = '/checkout/receita-medica'

test('a prescription that the pharmacist lets serve again is chosen by a button in the next purchase, and decided again', async () => {
  const customer = await newCustomer(server.url)
  await addToBag(customer, trayenta)
  await goOn(customer)
  await sendPrescription(customer, digital())
  const first = await pay(customer, await place(customer))

  const pharmacist = await createStaff(server.url, 'pharmacist')
  const { location: desk } = await pharmacist.get(`/balcao/receitas?pedido=${first}`)
  const shown = await pharmacist.get(desk ?? '')
  const [, part = ''] = /name="times-(\d+)"/.exec(shown.html) ?? []
  expect(shown.html).toContain('value="08/09/2026"')
  const approve = (times: string) =>
    pharmacist.submit(desk ?? '', { button: 'Aprovar', fields: { [`times-${part}`]: times } })
  const refused = await approve('muitas')
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('de 1 a 12 vezes')])
  expect(refused.html).toContain('value="muitas"')
  expect(await approve('2')).toMatchObject({ status: 303 })
  expect(wordsOf((await pharmacist.get(desk ?? '')).html)).toContain('Já serviu de novo 0 de 2 vezes.')

  await addToBag(customer, trayenta)
  await goOn(customer)
  const page = await customer.get(step)
  expect(wordsOf(page.html)).toContain('Serve mais 2 vezes, até 08/09/2026.')
  const button = 'Usar esta receita: Ana Lima: Trayenta 5mg 30 Comprimidos'
  const forged = await customer.post(step, { intent: 'repeat', part: '999999' })
  expect([forged.status, wordsOf(forged.html)]).toEqual([409, expect.stringContaining('Esta receita não serve mais.')])
  expect(await customer.submit(step, { button })).toMatchObject({ status: 303, location: summary })
  const second = await pay(customer, await place(customer))

  const { location: next } = await pharmacist.get(`/balcao/receitas?pedido=${second}`)
  const again = wordsOf((await pharmacist.get(next ?? '')).html)
  expect(again).toContain('Serve de novo: uso 1 de 2')
  expect(again).toContain('Já serviu 1 vez')
  expect(await pharmacist.submit(next ?? '', { button: 'Aprovar' })).toMatchObject({ status: 303 })
  const ended = { button: 'Salvar vezes', fields: { [`times-${part}`]: '' } }
  expect(await pharmacist.submit(desk ?? '', ended)).toMatchObject({ status: 303 })
  await addToBag(customer, trayenta)
  expect(wordsOf((await customer.get(step)).html)).not.toContain('Receitas que servem de novo')
})

test('a photo comes first: the pharmacist makes a bag beside it, and its customer pays by the link', async () => {
  const customer = await newCustomer(server.url)
  const pharmacist = await createStaff(server.url, 'pharmacist')
  const countWaiting = async () =>
    Number(/Receitas (\d+)/.exec(wordsOf((await pharmacist.get('/balcao/receitas')).html))?.[1] ?? 0)
  const before = await countWaiting()
  const page = '/orcar-receita'
  const missing = await customer.submit(page, { button: 'Pedir orçamento', fields: { note: 'só o primeiro' } })
  expect([missing.status, wordsOf(missing.html)]).toEqual([422, expect.stringContaining('Escolha o arquivo')])
  expect(missing.html).toContain('value="só o primeiro"')
  const code = 'https://memed.com.br/receita/Ab12-Cd34'
  const file = new Blob([new Uint8Array(await photoOfCodes([code]))])
  const fields = { file, pacient: 'Ana Lima' }
  expect(await customer.submit(page, { button: 'Pedir orçamento', fields })).toMatchObject({
    status: 303,
    location: page,
  })
  // Another is sent meanwhile, and its purchase left.
  await addToBag(customer, azitromicina)
  await sendPrescription(customer, digital())
  await customer.submit(bagPage, { button: 'Remover', holding: { id: azitromicina.id } })
  expect(wordsOf((await customer.get(page)).html)).toContain('O farmacêutico ainda não respondeu.')

  expect(await countWaiting()).toBe(before + 1)
  const waiting = await pharmacist.get('/balcao/receitas')
  const [, desk = ''] = /href="(\/balcao\/sacola\?orcamento=\d+)"/.exec(waiting.html) ?? []
  const shown = await pharmacist.get(desk)
  const [, picture = ''] = /<img src="([^"]+orcamento[^"]*)"/.exec(shown.html) ?? []
  expect(await pharmacist.get(picture)).toMatchObject({ status: 200 })
  expect(shown.html).toContain(`<a href="${code}" target="_blank" rel="noopener noreferrer"`)
  const unsaid = await pharmacist.submit(desk, { button: 'Enviar ao cliente' })
  expect([unsaid.status, wordsOf(unsaid.html)]).toEqual([422, expect.stringContaining('Informe o motivo.')])
  const bag = `${desk}&unidades-${trayenta.id}=1`
  const answer = { button: 'Enviar ao cliente', fields: { message: 'Confira a dose.' } }
  expect(await pharmacist.submit(bag, answer)).toMatchObject({ status: 303, location: '/balcao/receitas' })
  const again = await pharmacist.get(desk)
  expect(wordsOf(again.html)).toContain('Este orçamento já foi respondido.')
  const clerk = await createStaff(server.url, 'clerk')
  for (const path of [desk, picture]) expect(await clerk.get(path)).toMatchObject({ status: 404 })

  const told = await customer.get(page)
  expect(wordsOf(told.html)).toContain('Confira a dose.')
  const [, link = ''] = /href="(\/sacola\/[\w-]+)"/.exec(told.html) ?? []
  const stranger = await newCustomer(server.url)
  expect(wordsOf((await stranger.get(link)).html)).toContain('Você envia a sua antes de pagar.')
  expect(wordsOf((await customer.get(link)).html)).not.toContain('Você envia a sua antes de pagar.')
  expect(await customer.submit(link, { button: 'Usar esta sacola' })).toMatchObject({ location: '/checkout/sacola' })
  // The photo is the prescription: it is not asked for again.
  expect((await goOn(customer)).location).toBe(summary)
  const order = await pay(customer, await place(customer))
  expect(wordsOf((await customer.get(page)).html)).toContain(`Ver o pedido ${order}`)
})
