import { expect, test } from 'vitest'
import { emailTexts } from '../../app/texts/mail.ts'
import { bindContext } from '../../server/context.ts'
import * as mails from '../../server/notify/mail/mail.ts'
import { createMailServer } from '../../server/notify/mail/mail-server.ts'
import { createNotice } from '../../server/notify/notice.ts'
import { notify } from '../../server/notify/notify.ts'
import { markPaid } from '../../server/orders/order-commands.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { contextOn } from '../support/context.ts'
import { openTestDatabase } from '../support/database.ts'
import { readLetters } from '../support/letters.ts'
import { tellExternal } from '../support/payments.ts'
import { readProductNames } from '../support/product-names.ts'
import { demoCustomer, openTestShop, stoppedClock } from '../support/shop.ts'
import { openSilentServer, openSmtpSink, type SmtpSink } from '../support/smtp.ts'
import { actorOf, byOperator } from '../support/staff.ts'

test('no letter names a product, whatever it is told', () => {
  // In place of a text, too, where a letter takes one.
  const text = { replace: () => 'x', [Symbol.toPrimitive]: () => 'x' }
  const told = {
    ...text,
    id: 7,
    firstName: 'Ana',
    totalCents: 1,
    dueCents: 1,
    paymentDueAt: new Date(),
    answerDeadline: new Date(),
    isPaid: true,
    isPastRefundWindow: true,
    promotions: [{ title: 'Leve 3, pague 2', cents: 1 }],
    means: 'transfer',
    day: '2026-03-02',
    units: 2,
    approvedUnits: 1,
    problemId: 3,
    cents: 1,
  }
  const facts = new Proxy(told, { get: (known, fact) => Reflect.get(known, fact) ?? 'Novalgina' })
  const names = readProductNames()
  for (const [kind, letter] of Object.entries(emailTexts)) {
    const written = (letter as (...facts: unknown[]) => object)(facts, 'x', 15, '/x')
    expect([kind, JSON.stringify(written)]).toEqual([kind, expect.not.stringMatching(/novalgina/i)])
    for (const name of names) expect(JSON.stringify(written).toLowerCase()).not.toContain(name)
  }
})

async function openPostRoom(options: { keepSent?: boolean; url?: string; host?: string; timeouts?: Timeouts } = {}) {
  const database = await openTestDatabase()
  const sink = await openSmtpSink()
  const clock = stoppedClock('2026-03-10T10:00:00-03:00')
  const warnings: { mail: number; err?: unknown }[] = []
  const openContext = () =>
    contextOn(database, {
      clock,
      providers: {
        mailServer: createMailServer(
          options.url ?? sink.url.replace('127.0.0.1', options.host ?? '127.0.0.1'),
          'Farmácia Ipê <loja@ipe.example>',
          options.timeouts,
        ),
      },
      settings: { getPublicOrigin: () => 'https://ipe.example', keepsSentEmails: options.keepSent ?? false },
      log: { info() {}, warn: (details) => void warnings.push(details as (typeof warnings)[number]) },
    })
  const open = () => bindContext(openContext(), mails)
  const ctx = openContext()
  const mail = bindContext(ctx, mails)
  const write = (to = 'ana@example.com') =>
    ctx.transact((ctx) => notify(ctx, createNotice('recoveryCode', 'Ana <3', '123456', 15), { email: to }))
  const waiting = () => readLetters(database)
  return { ctx, database, sink, clock, warnings, mail, open, write, waiting }
}

type Timeouts = Parameters<typeof createMailServer>[2]

/** The Message-IDs of the e-mails that arrived. */
function ids({ received }: SmtpSink) {
  return received.map(({ messageId }) => messageId)
}

test('a letter that can be ended says where in its words and its head, where mail programs end it with one click', async () => {
  const { ctx, sink, mail, write } = await openPostRoom()
  await ctx.transact((ctx) =>
    notify(ctx, createNotice('refillReminder', 'Ana', '/sacola/x', '/fim/y'), { email: 'ana@example.com' }),
  )
  await write()
  await mail.sendDueEmails()
  const [letter, other] = sink.received
  const head = (email: typeof letter, name: string) => email?.headers.find(({ key }) => key === name)?.value
  expect(head(letter, 'list-unsubscribe')).toBe('<https://ipe.example/fim/y>')
  expect(head(letter, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(letter?.text).toContain('https://ipe.example/fim/y')
  expect(head(other, 'list-unsubscribe')).toBeUndefined()
})

test('an e-mail arrives in text and HTML, and is forgotten once it is out', async () => {
  const { sink, mail, write, waiting } = await openPostRoom()
  await write('Ana@Example.com')
  await mail.sendDueEmails()
  const [email] = sink.received
  expect(email?.from).toMatchObject({ name: 'Farmácia Ipê', address: 'loja@ipe.example' })
  expect(email?.to?.[0]?.address).toBe('ana@example.com')
  expect(email?.subject).toBe('Seu código para criar uma nova senha: 123456')
  expect(email?.text?.match(/\b\d{6}\b/g)).toEqual(['123456'])
  expect(email?.text).toMatch(/^Código: 123456\n/)
  // First in the list of a mail program, too, before the shop's name.
  expect(email?.html?.replace(/<head>.*<\/head>|<[^>]*>/gs, '')).toMatch(/^\s*Código: 123456/)
  expect(email?.text).toContain('https://ipe.example/recuperacao-senha?etapa=codigo')
  expect(email?.html).toContain('Olá, Ana &lt;3!')
  expect(await waiting()).toEqual([])
})

test('an address is one mailbox, and never a list, a group or a comment before another’s', async () => {
  const { sink, mail, write } = await openPostRoom()
  for (const to of [
    'grupo:ana@example.com',
    '(x)ana@example.com',
    'x(y)@example.com',
    'bia@example.com, ana@example.com',
  ])
    await write(to)
  for (const _ of [1, 2]) await mail.sendDueEmails()
  const mailboxes = sink.received.flatMap(({ to = [] }) => to.map(({ address }) => address))
  expect(
    mailboxes.filter((address) => ['ana@example.com', 'bia@example.com', 'x@example.com'].includes(address ?? '')),
  ).toEqual([])
})

test('an e-mail whose transaction fails was never written', async () => {
  const { ctx, waiting } = await openPostRoom()
  const failing = ctx.transact(async (ctx) => {
    await notify(ctx, createNotice('welcome', 'Ana'), { email: 'ana@example.com' })
    throw new Error('the account could not be made')
  })
  await expect(failing).rejects.toThrow('could not be made')
  expect(await waiting()).toEqual([])
})

test('a mail server that is down for an hour loses and repeats nothing', async () => {
  const { sink, clock, mail, write, waiting } = await openPostRoom()
  await sink.stop()
  for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) await write(to)
  for (let minute = 0; minute < 60; minute += 1) {
    await mail.sendDueEmails()
    clock.pass(1)
  }
  expect(await waiting()).toHaveLength(3)
  await sink.start()
  for (let minute = 0; minute < 31; minute += 1) {
    await mail.sendDueEmails()
    clock.pass(1)
  }
  expect(sink.received.map(({ to }) => to?.[0]?.address).sort()).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ])
  expect(await waiting()).toEqual([])
})

test('while the server is away one e-mail a round knocks, and each waits longer every time', async () => {
  const { sink, clock, mail, write, waiting, warnings } = await openPostRoom()
  await sink.stop()
  await write()
  await write()
  await mail.sendDueEmails()
  expect(warnings).toHaveLength(1)
  const pauses: number[] = []
  for (let minute = 0; minute < 130; minute += 1) {
    const before = (await waiting())[0]?.attempts ?? 0
    await mail.sendDueEmails()
    if (((await waiting())[0]?.attempts ?? 0) > before) pauses.push(minute)
    clock.pass(1)
  }
  expect(pauses.map((minute, index) => minute - (pauses[index - 1] ?? 0))).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
})

test('two servers that send at the same time send each e-mail once', async () => {
  const { sink, mail, open, write } = await openPostRoom()
  for (let index = 0; index < 6; index += 1) await write(`${index}@example.com`)
  await Promise.all([mail.sendDueEmails(), open().sendDueEmails(), open().sendDueEmails()])
  const recipients = sink.received.map(({ to }) => to?.[0]?.address)
  expect(new Set(recipients).size).toBe(6)
  expect(recipients).toHaveLength(6)
})

test('an e-mail that is being sent is left alone by the others', async () => {
  const { sink, mail, open, write } = await openPostRoom()
  await write()
  sink.onMail = () => open().sendDueEmails()
  await mail.sendDueEmails()
  expect(sink.received).toHaveLength(1)
})

test('a line that drops before the answer brings the same e-mail again under the same name', async () => {
  const { sink, clock, mail, write, waiting } = await openPostRoom()
  await write()
  sink.manners = 'drops the line after the last word'
  await mail.sendDueEmails()
  sink.manners = 'takes'
  clock.pass(2)
  await mail.sendDueEmails()
  expect(ids(sink)).toHaveLength(2)
  expect(new Set(ids(sink)).size).toBe(1)
  expect(await waiting()).toEqual([])
})

test('a server that stalls costs a moment, not the e-mail', async () => {
  const timeouts = { dnsTimeout: 300, connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }
  const { clock, mail, write, waiting, warnings } = await openPostRoom({ url: await openSilentServer(), timeouts })
  await write()
  await mail.sendDueEmails()
  expect(warnings).toHaveLength(1)
  clock.pass(1)
  expect(await waiting()).toMatchObject([{ attempts: 1, sentAt: null }])
})

test('an e-mail goes to another machine encrypted or not at all, within this one as it is', async () => {
  const { sink, clock, mail, write, waiting, warnings } = await openPostRoom({ host: '0.0.0.0' })
  await write()
  await mail.sendDueEmails()
  expect([sink.received, warnings]).toMatchObject([
    [],
    [{ err: { message: expect.stringMatching(/^SMTP STARTTLS 5\d\d$/) } }],
  ])
  clock.pass(1)
  expect(await waiting()).toMatchObject([{ attempts: 1, sentAt: null }])
})

test('a mailbox that does not exist is given up, and the others get their e-mail', async () => {
  const { sink, mail, write, waiting, warnings } = await openPostRoom()
  sink.manners = 'refuses the recipient'
  await write('gone@example.com')
  await mail.sendDueEmails()
  expect(await waiting()).toEqual([])
  sink.manners = 'takes'
  await write('ana@example.com')
  await mail.sendDueEmails()
  expect(sink.received).toHaveLength(1)
  expect(JSON.stringify(warnings)).not.toContain('gone@')
  expect(String(warnings[0]?.err)).toBe('MailServerError: SMTP RCPT TO 550')
})

test('a mailbox that is busy is tried again; content that is refused is not', async () => {
  const { sink, clock, mail, write, waiting } = await openPostRoom()
  sink.manners = 'is busy'
  await write()
  await mail.sendDueEmails()
  expect(await waiting()).toHaveLength(1)
  sink.manners = 'refuses the content'
  clock.pass(2)
  await mail.sendDueEmails()
  expect(await waiting()).toEqual([])
})

test('after three days an e-mail is given up', async () => {
  const { sink, clock, mail, write, waiting } = await openPostRoom()
  await sink.stop()
  await write()
  clock.pass(3 * 24 * 60)
  await mail.sendDueEmails()
  expect(await waiting()).toEqual([])
})

test('a server that crashed while sending leaves its e-mail to the next after ten minutes', async () => {
  const { database, sink, clock, mail, write } = await openPostRoom()
  await write()
  const claimed = { attempts: 1, dueAt: new Date(clock.now().getTime() + 600_000) }
  await database.db.updateTable('outbox').set(claimed).execute()
  clock.pass(9)
  await mail.sendDueEmails()
  expect(sink.received).toEqual([])
  clock.pass(1)
  await mail.sendDueEmails()
  expect(sink.received).toHaveLength(1)
})

test('the sandbox keeps what was sent, newest first, whatever the case of the address', async () => {
  const { ctx, sink, mail } = await openPostRoom({ keepSent: true })
  await ctx.transact((ctx) => notify(ctx, createNotice('welcome', 'Ana'), { email: 'ana@example.com' }))
  await ctx.transact((ctx) => notify(ctx, createNotice('passwordChanged', 'Ana'), { email: 'ANA@example.com' }))
  await mail.sendDueEmails()
  await mail.sendDueEmails()
  expect(sink.received).toHaveLength(2)
  const written = await mail.listByRecipient(' Ana@example.com')
  expect(written.map(({ subject }) => subject)).toEqual(['Sua senha foi alterada', 'Boas-vindas! Sua conta foi criada'])
  expect(await mail.listByRecipient('other@example.com')).toEqual([])
})

test('the sandbox forgets an e-mail after thirty days, sent or not', async () => {
  const { clock, mail, write, waiting } = await openPostRoom({ keepSent: true })
  await write('old@example.com')
  await mail.sendDueEmails()
  await write('unsent@example.com')
  clock.pass(24 * 60)
  await write('new@example.com')
  clock.pass(29 * 24 * 60)
  await mail.purgeSentEmails()
  expect(await waiting()).toHaveLength(3)
  clock.pass(1)
  await mail.purgeSentEmails()
  expect((await waiting()).map(({ recipient }) => recipient)).toEqual(['new@example.com'])
})

test('a live shop forgets no e-mail that still waits', async () => {
  const { clock, mail, write, waiting } = await openPostRoom()
  await write()
  clock.pass(31 * 24 * 60)
  await mail.purgeSentEmails()
  expect(await waiting()).toHaveLength(1)
})

test('who cancelled an order that was paid reads of the money that comes back, who had not paid that nothing is due', async () => {
  const shop = await openCheckout()
  const [unpaid, paid] = [await shop.place([line(novalgina)]), await shop.place([line(novalgina)])]
  await shop.pay(paid.id)
  for (const { id } of [unpaid, paid]) await shop.orders.cancelOrRefund(id, byOperator)
  const [ofPaid, ofUnpaid] = await shop.mail.listByRecipient('cliente@example.com')
  expect(ofPaid?.subject).toBe(`O pedido ${paid.id} foi cancelado`)
  expect(ofPaid?.text).toContain('Vamos devolver R$\u00a019,47 pelo mesmo meio de pagamento.')
  expect(ofUnpaid?.subject).toBe(`O pedido ${unpaid.id} foi cancelado`)
  expect(ofUnpaid?.text).toContain('Nada será cobrado por ele.')
})

test('an order tells its customer of every step, and names no product', async () => {
  const shop = await openTestShop()
  const { customerId, addressId } = await demoCustomer(shop)
  const bag = { lines: [{ productId: 60, quantity: 1 }] }
  const idempotencyKey = crypto.randomUUID()
  const { id } = await shop.orders.placeOrder({ customerId, addressId, idempotencyKey, bag, note: '' })
  await shop.ctx.transact((ctx) => markPaid(ctx, id, shop.clock.now()))
  const written = await shop.mail.listByRecipient('cliente@example.com')
  expect(written.map(({ subject }) => subject)).toEqual([
    `Pagamento confirmado: pedido ${id}`,
    `Recebemos o pedido ${id}`,
  ])
  expect(written[1]?.text).toContain('R$\u00a019,47')
  expect(JSON.stringify(written)).not.toMatch(/novalgina/i)
})

test('what events have overtaken while the mail server was away is not sent, and the letters of an order keep their order', async () => {
  const sink = await openSmtpSink()
  const shop = await openCheckout({ SMTP_URL: sink.url })
  await sink.stop()
  const [cancelled, paid, expired] = [
    await shop.place([line(novalgina)]),
    await shop.place([line(novalgina)]),
    await shop.place([line(novalgina)]),
  ]
  const { reference } = await shop.payments.chargeOrder(shop.customerId, paid.id, 'external')
  for (const { id } of [cancelled, paid]) await shop.pay(id)
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) {
      await shop.mail.sendDueEmails()
      shop.clock.pass(1)
    }
  }
  // What was tried often waits longer than what is written now.
  await rounds(9)
  await shop.orders.cancelOrRefund(cancelled.id, byOperator)
  const second = { payment_id: 'second', transaction_reference: reference, status: 'paid', amount: 19.47 } as const
  await tellExternal(shop.payments, second)
  await shop.orders.endUnpaidOrder(expired.id, 'expire', { kind: 'job' })
  await sink.start()
  await rounds(31)
  const about = ({ id }: { id: number }) =>
    sink.received.flatMap(({ subject = '' }) => (subject.includes(`edido ${id}`) ? [subject] : []))
  expect(about(cancelled)).toEqual([`O pedido ${cancelled.id} foi cancelado`])
  expect(about(paid)).toEqual([`Pagamento confirmado: pedido ${paid.id}`, `Pagamento devolvido: pedido ${paid.id}`])
  expect(about(expired)).toEqual([])
})

test('a letter that its mailbox puts off for good holds back no other letter of its order', async () => {
  const sink = await openSmtpSink()
  const shop = await openCheckout({ SMTP_URL: sink.url })
  const { id: orderId } = await shop.place([line(novalgina)])
  const { reference } = await shop.payments.chargeOrder(shop.customerId, orderId, 'external')
  await shop.pay(orderId)
  await shop.mail.sendDueEmails()
  sink.manners = 'is busy'
  const second = { payment_id: 'second', transaction_reference: reference, status: 'paid', amount: 19.47 } as const
  await tellExternal(shop.payments, second)
  await shop.mail.sendDueEmails()
  sink.manners = 'takes'
  await shop.orders.cancelOrRefund(orderId, byOperator)
  const before = sink.received.length
  await shop.mail.sendDueEmails()
  expect(sink.received.slice(before).map(({ subject }) => subject)).toEqual([`O pedido ${orderId} foi cancelado`])
})

test('of the codes for one purpose the newest alone is sent once the mail server is back', async () => {
  const sink = await openSmtpSink()
  const shop = await openCheckout({ SMTP_URL: sink.url })
  await sink.stop()
  for (const _ of [1, 2, 3]) {
    await shop.accounts.sendRecoveryCode('cliente@example.com', 'test')
    await shop.accounts.sendSignInCode('Cliente@example.com', 'test')
    await shop.accounts.sendSignInCode('nova@example.com', 'test')
    await shop.mail.sendDueEmails()
    shop.clock.pass(1)
  }
  const written = await readLetters(shop.database)
  await sink.start()
  for (let minute = 0; minute < 9; minute += 1) {
    await shop.mail.sendDueEmails()
    shop.clock.pass(1)
  }
  const codeIn = (text = '') => /\b\d{6}\b/.exec(text)?.[0]
  expect(sink.received.map(({ text }) => codeIn(text)).sort()).toEqual(
    written
      .slice(-3)
      .map(({ textBody }) => codeIn(textBody))
      .sort(),
  )
})

test('an order’s letter that was sent is kept without its text, and written anew when it is sent again', async () => {
  const sink = await openSmtpSink()
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina)])
  const live = bindContext(
    contextOn(shop.database, {
      clock: shop.clock,
      providers: { mailServer: createMailServer(sink.url, 'loja@ipe.example') },
      settings: { getPublicOrigin: () => 'https://ipe.example', keepsSentEmails: false },
    }),
    mails,
  )
  await live.sendDueEmails()
  const clerk = await actorOf(shop, 'clerk')
  const [sent] = (await shop.backoffice.orders.getOrder(clerk, id)).emails
  expect([sent?.sentAt, await live.listByRecipient('cliente@example.com')]).toMatchObject([
    expect.any(Date),
    [{ subject: `Recebemos o pedido ${id}`, text: '' }],
  ])
  await shop.backoffice.orders.resendEmail(clerk, id, sent?.id ?? 0)
  await live.sendDueEmails()
  const [first, again] = sink.received
  expect(again).toMatchObject({ subject: first?.subject, text: first?.text, to: first?.to })
})

test('an order’s e-mails greet by name only where the e-mail is confirmed', async () => {
  const shop = await openTestShop()
  const { customerId, addressId } = await demoCustomer(shop)
  const greetings = []
  for (const emailConfirmedAt of [new Date('2026-03-01T12:00:00.000Z'), null]) {
    await shop.database.db.updateTable('customer').set({ emailConfirmedAt }).where('id', '=', customerId).execute()
    const bag = { lines: [{ productId: 60, quantity: 1 }] }
    await shop.orders.placeOrder({ customerId, addressId, idempotencyKey: crypto.randomUUID(), bag, note: '' })
    const [newest] = await shop.mail.listByRecipient('cliente@example.com')
    greetings.push(newest?.text.split('\n')[0])
  }
  expect(greetings).toEqual([expect.stringMatching(/^Olá, \p{L}+!$/u), 'Olá!'])
})
