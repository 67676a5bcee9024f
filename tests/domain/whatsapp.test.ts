import { expect, test } from 'vitest'
import { emailTexts } from '../../app/texts/mail.ts'
import { renderWhatsappText, whatsappTemplates, whatsappWords } from '../../app/texts/whatsapp.ts'
import { sendDueNotices } from '../../server/notify/notify.ts'
import { saveContact } from '../../server/notify/whatsapp/contacts.ts'
import { getVerifyToken, toPhone } from '../../server/notify/whatsapp/incoming-calls.ts'
import { whatsappChannel } from '../../server/notify/whatsapp/whatsapp-channel.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { readLetters } from '../support/letters.ts'
import { readProductNames } from '../support/product-names.ts'
import { actorOf, byOperator } from '../support/staff.ts'
import { openWhatsappApi, toWhatsappCall } from '../support/whatsapp-api.ts'

const phone = '11987654321'

/** A shop with an account at a pretend Meta, whose demo customer wants to be told by WhatsApp. */
async function openTold() {
  const api = await openWhatsappApi()
  const shop = await openCheckout(api.env)
  await shop.ctx.transact((ctx) => saveContact(ctx, shop.customerId, phone))
  const { id: orderId } = await shop.place([line(novalgina)])
  await shop.pay(orderId)
  const send = () => sendDueNotices(shop.ctx, whatsappChannel)
  await send()
  api.received.length = 0
  const dispatch = async () => {
    await shop.orders.advanceOrder(orderId, 'pick', byOperator)
    await shop.orders.advanceOrder(orderId, 'dispatch', byOperator)
  }
  const lettersOf = async (kind: string) => (await readLetters(shop.database)).filter((letter) => letter.kind === kind)
  return { ...shop, api, orderId, send, dispatch, lettersOf }
}

const report = (status: string, reference = '', code?: number) =>
  toWhatsappCall({
    statuses: [
      {
        ...{ id: 'wamid.x', status, biz_opaque_callback_data: reference },
        ...(code && { errors: [{ code, title: 'x' }] }),
      },
    ],
  })

test('who chose WhatsApp is told there with number and link alone; what the law wants in writing goes by e-mail, too', async () => {
  const { api, orderId, send, dispatch, lettersOf } = await openTold()
  await dispatch()
  await send()
  expect(api.received).toMatchObject([
    {
      ...{ messaging_product: 'whatsapp', to: `55${phone}`, type: 'template' },
      template: {
        ...{ name: 'pedido_a_caminho', language: { code: 'pt_BR' } },
        components: [
          { type: 'body', parameters: [{ type: 'text', text: String(orderId) }] },
          { type: 'button', sub_type: 'url', parameters: [{ text: `minha-conta/pedidos/${orderId}` }] },
        ],
      },
    },
  ])
  expect(await lettersOf('orderOnItsWay')).toEqual([])
  expect(await lettersOf('orderPaid')).toHaveLength(1)
})

test('a number that is refused, at once or in a later report, is told by e-mail, once', async () => {
  for (const isLater of [false, true]) {
    const { api, send, dispatch, lettersOf, whatsapp } = await openTold()
    if (!isLater) api.refuse(400, 131026)
    await dispatch()
    await send()
    const reference = api.received[0]?.biz_opaque_callback_data
    const failed = report('failed', reference, 131026)
    if (isLater) for (const _ of [1, 2]) expect(await whatsapp.handleCall(failed)).toBe('processed')
    await send()
    expect([api.received.length, (await lettersOf('orderOnItsWay')).length]).toEqual([1, 1])
    expect(await whatsapp.loadWhatsappStatus()).toMatchObject({ failures: [{ code: '131026' }] })
  }
})

test('a template that is rejected, a token that has ended and a blocked account all lead to the e-mail; the last two are told of the account', async () => {
  for (const [status, code] of [
    [404, 132001],
    [401, 190],
    [403, 131031],
    [400, 368],
  ] as const) {
    const { api, send, dispatch, lettersOf, whatsapp, clock } = await openTold()
    api.refuse(status, code)
    await dispatch()
    await send()
    expect([code, (await lettersOf('orderOnItsWay')).length]).toEqual([code, 1])
    expect([code, await whatsapp.countAccountRefusals()]).toEqual([code, code === 132001 ? 0 : 1])
    clock.pass(61)
    expect(await whatsapp.countAccountRefusals()).toBe(0)
  }
})

test('too many messages wait, and nothing is tried meanwhile; after half an hour the e-mail goes', async () => {
  const { api, send, dispatch, lettersOf, clock } = await openTold()
  const takes = api.answer
  api.refuse(429, 130429)
  await dispatch()
  await send()
  await send()
  expect(api.received).toHaveLength(1)
  clock.pass(1)
  api.answer = takes
  await send()
  expect([api.received.length, await lettersOf('orderOnItsWay')]).toEqual([2, []])
})

test('an answer that is lost is followed by one more try at most, and by none once a report came', async () => {
  for (const hasReport of [false, true]) {
    const { api, send, dispatch, lettersOf, clock, whatsapp } = await openTold()
    api.answer = (response) => void response.destroy()
    await dispatch()
    await send()
    if (hasReport) await whatsapp.handleCall(report('delivered', api.received[0]?.biz_opaque_callback_data))
    for (let minute = 0; minute < 60; minute += 1) {
      clock.pass(1)
      await send()
    }
    expect([api.received.length, (await lettersOf('orderOnItsWay')).length]).toEqual(hasReport ? [1, 0] : [2, 1])
  }
})

test('a number is proved by a code that goes there, belongs to who proved it last, and PARE ends it at once', async () => {
  const api = await openWhatsappApi()
  const shop = await openCheckout(api.env)
  const { accounts, whatsapp, customerId } = shop
  const prove = async (id: number) => {
    api.received.length = 0
    await accounts.sendWhatsappCode(id, '(11) 98765-4321')
    await sendDueNotices(shop.ctx, whatsappChannel)
    const code = api.received[0]?.template.components[0]?.parameters[0]?.text ?? ''
    await expect(
      accounts.confirmWhatsappNumber(id, { phone, code: code === '000000' ? '111111' : '000000' }, 'test'),
    ).rejects.toMatchObject({ code: 'code.invalid' })
    await accounts.confirmWhatsappNumber(id, { phone, code }, 'test')
  }
  await prove(customerId)
  expect(await accounts.findWhatsappContact(customerId)).toMatchObject({ phone })
  const neighbour = await shop.neighbour()
  await prove(neighbour.customerId)
  expect(await accounts.findWhatsappContact(customerId)).toBeNull()
  const stop = { messages: [{ from: '551187654321', type: 'text', text: { body: ' Pare! ' } }] }
  expect(await whatsapp.handleCall(toWhatsappCall(stop))).toBe('processed')
  expect(await accounts.findWhatsappContact(neighbour.customerId)).toBeNull()
  await expect(accounts.sendWhatsappCode(customerId, '1234')).rejects.toMatchObject({ code: 'whatsapp.phone' })
})

test('what waits for a number whose owner stops goes by e-mail', async () => {
  const { api, send, dispatch, lettersOf, accounts, customerId } = await openTold()
  await dispatch()
  await accounts.stopWhatsapp(customerId)
  await send()
  expect([api.received, (await lettersOf('orderOnItsWay')).length]).toEqual([[], 1])
})

test('a call without Meta’s signature changes nothing, one that cannot be read is refused, and the address is verified', async () => {
  const { whatsapp, accounts, customerId, ctx } = await openTold()
  const stop = { messages: [{ from: `55${phone}`, type: 'text', text: { body: 'SAIR' } }] }
  expect(await whatsapp.handleCall(toWhatsappCall(stop, 'another secret'))).toBe('forged')
  expect(await whatsapp.handleCall({ ...toWhatsappCall(stop), signature: '' })).toBe('forged')
  expect(await accounts.findWhatsappContact(customerId)).not.toBeNull()
  expect([whatsapp.isVerifyToken(getVerifyToken(ctx) ?? ''), whatsapp.isVerifyToken('x')]).toEqual([true, false])
  const odd = toWhatsappCall({
    statuses: [{ id: 7 }, null],
    messages: ['?', { from: `55${phone}`, text: { body: 'oi' } }],
  })
  expect(await whatsapp.handleCall(odd)).toBe('processed')
})

test('a WhatsApp id may lack the ninth digit', () => {
  expect(['551187654321', '5511987654321', '551133334444'].map(toPhone)).toEqual([phone, phone, '1133334444'])
})

test('a store that wants so is told of a new order, by number alone', async () => {
  const api = await openWhatsappApi()
  const shop = await openCheckout(api.env)
  const owner = await actorOf(shop, 'owner')
  const { branchAlerts } = await shop.backoffice.whatsapp.getWhatsapp(owner)
  const alert = branchAlerts.find(({ branchId }) => branchId === 1)
  const change = { email: 'loja1@example.com', phone: '11912345678' }
  await shop.backoffice.whatsapp.changeBranchAlert(owner, 1, change, alert?.seenHash ?? '')
  await expect(shop.backoffice.whatsapp.changeBranchAlert(owner, 1, change, alert?.seenHash ?? '')).rejects.toThrow()
  const { id } = await shop.place([line(novalgina)])
  await shop.pay(id)
  await sendDueNotices(shop.ctx, whatsappChannel)
  expect(api.received).toMatchObject([{ to: '5511912345678', template: { name: 'loja_pedido_novo' } }])
  expect((await shop.mail.listByRecipient('loja1@example.com'))[0]?.subject).toBe(`Pedido novo: ${id}`)
})

test('nothing that leaves names a product of the shop, and no message by WhatsApp has a word about health', () => {
  const names = readProductNames()
  expect(names.length).toBeGreaterThan(100)
  // Whatever is no number or day is a product's name, should a text take it.
  const facts = { id: 7, problemId: 3, firstName: 'Ana', totalCents: 1, dueCents: 1, units: 2, approvedUnits: 1 }
  const fact = new Proxy(facts, {
    get: (told, key) => {
      if (key === Symbol.toPrimitive) return () => '7'
      return Reflect.get(told, key) ?? (/At$|Deadline$/.test(String(key)) ? new Date(0) : 'Novalgina')
    },
  })
  const write = (words: unknown) =>
    (words as (...facts: unknown[]) => { suffix?: string | null; subject?: string })(fact, '/sacola/abc', '/x')
  const suffixes = Object.values(whatsappWords).map((words) => write(words).suffix ?? '')
  const leaving = [...Object.values(whatsappTemplates).map(({ body, button }) => `${body} ${button}`), ...suffixes]
  const health =
    /rem[ée]dio|medicament|receita|farmac|sa[úu]de|doen|tratament|paciente|exame|dose|comprimido|gen[ée]rico|acabando/i
  expect(emailTexts.prescriptionApproved(fact as never).subject).toMatch(health)
  for (const text of leaving) expect(text).not.toMatch(health)
  for (const text of leaving) for (const name of names) expect(text.toLowerCase()).not.toContain(name)
  expect(renderWhatsappText({ template: 'orderPaid', parameters: ['12'] })).toContain('pedido 12')
})
