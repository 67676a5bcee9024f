import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatMoney } from '../../app/texts/format.ts'
import { orderInReview } from '../support/backoffice-pages.ts'
import { ownServer } from '../support/file-server.ts'
import { hiddenField, openPlainBrowser, wordsOf } from '../support/http.ts'
import { photoBlob, photoOfCodes, sendPrescription } from '../support/prescriptions.ts'
import {
  addToBag,
  azitromicina,
  dorflex,
  goOn,
  newCustomer,
  novalgina,
  pay,
  place,
  placeOrder,
} from '../support/purchase.ts'
import { startServer } from '../support/server.ts'
import { createStaff, demoStaff, demoStaffPassword } from '../support/staff.ts'

const server = ownServer()

const signIn = { email: demoStaff.clerk, password: demoStaffPassword }

test('who is not signed in gets the sign-in at every page, and then the page that was asked for; nothing is kept or indexed', async () => {
  const visitor = openPlainBrowser(server.url)
  for (const path of [
    '/balcao',
    '/balcao/pedidos/1',
    '/balcao/receitas',
    '/balcao/produtos?busca=nova',
    '/balcao/equipe',
  ]) {
    const page = await visitor.get(path)
    expect([page.status, page.html.includes('name="password"')], path).toEqual([path === '/balcao' ? 200 : 401, true])
    expect([page.headers.get('Cache-Control'), page.headers.get('X-Robots-Tag')]).toEqual([
      'no-store, no-transform',
      'noindex',
    ])
  }
  const refused = await visitor.submit('/balcao/produtos', {
    button: 'Continuar',
    fields: { ...signIn, password: 'x' },
  })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('Confira o e-mail e a senha.')])
  const entered = await visitor.submit('/balcao/produtos?busca=nova', { button: 'Continuar', fields: signIn })
  expect([entered.status, entered.location]).toEqual([303, '/balcao/produtos?busca=nova'])
  expect(wordsOf((await visitor.get('/balcao')).html)).toContain('Bruno Tavares')
  const left = await visitor.submit('/balcao', { button: 'Sair' })
  expect([left.status, left.location, visitor.cookies.has('staff')]).toEqual([303, '/balcao', false])
})

test('a file of the counter’s is refused to a stranger with 401, and every answer of its addresses stays out of caches', async () => {
  const visitor = openPlainBrowser(server.url)
  for (const path of ['/balcao/receitas/1/arquivo/0', '/balcao/clientes/1/dados', '/balcao/pedidos/1/etiqueta']) {
    expect((await visitor.get(path)).status, path).toBe(401)
  }
  const clerk = await createStaff(server.url, 'clerk')
  for (const browser of [visitor, clerk]) {
    for (const path of ['/balcao', '/balcao.data', '/balcao/pedidos/1.data', '/balcao/receitas/1/arquivo/0']) {
      expect((await browser.get(path)).headers.get('Cache-Control'), path).toContain('no-store')
    }
  }
})

test('what cannot be meant by an address’s query is ignored', async () => {
  const owner = await createStaff(server.url, 'owner')
  const queries: Record<string, string[]> = {
    '/balcao': ['busca', 'loja', 'situacao', 'auto'],
    '/balcao/produtos': ['busca', 'situacao'],
    '/balcao/clientes': ['busca'],
    '/balcao/receitas': ['pedido'],
    '/balcao/auditoria': ['antes', 'csv'],
    '/balcao/hoje': ['dia', 'csv'],
    '/balcao/vendas': ['periodo', 'ate', 'loja', 'csv', 'de'],
    '/balcao/vitrine': ['cupom', 'palavras'],
    '/balcao/produtos/importar': ['ensaio', 'token'],
    '/balcao/produtos/tetos': ['acima'],
  }
  for (const [path, names] of Object.entries(queries)) {
    for (const value of ['%00', 'a%00b', '%ED%A0%80', '1.5', '-1', '1e99', '9'.repeat(30), '%F0%9F%92%8A']) {
      const query = names.map((name) => `${name}=${value}`).join('&')
      expect((await owner.get(`${path}?${query}`)).status, `${path}?${query}`).toBeLessThan(404)
    }
  }
})

test('of two staff cookies the one with a session counts', async () => {
  const clerk = await createStaff(server.url, 'clerk')
  const token = clerk.cookies.get('staff')
  for (const cookie of [`staff=lixo; staff=${token}`, `staff=${token}; staff=lixo`]) {
    const page = await openPlainBrowser(server.url).get('/balcao', { Cookie: cookie })
    expect(wordsOf(page.html), cookie).toContain('Bruno Tavares')
  }
})

test('a form of one of the staff that is sent while another is signed in changes nothing, and keeps what was typed', async () => {
  const browser = await createStaff(server.url, 'pharmacist')
  const page = await browser.get('/balcao/produtos/60')
  const clerk = await createStaff(server.url, 'clerk')
  browser.cookies.set('staff', clerk.cookies.get('staff') ?? '')
  const late = await browser.submit(page, { button: 'Pausar vendas' })
  expect([late.status, wordsOf(late.html)]).toEqual([422, expect.stringContaining('Nada foi gravado')])
  expect((await browser.submit('/balcao', { button: 'Sair' })).location).toBe('/balcao')
  // Signed in again, its sender can send it from the page that refused it.
  const owner = await createStaff(server.url, 'pharmacist')
  browser.cookies.set('staff', owner.cookies.get('staff') ?? '')
  const done = await browser.submit(late, { button: 'Enviar de novo' })
  expect([done.status, done.location]).toEqual([303, '/balcao/produtos/60'])
  await browser.submit('/balcao/produtos/60', { button: 'Voltar a vender' })
})

test('a form that waits for its sender is not shown to another who signs in instead', async () => {
  const browser = await createStaff(server.url, 'pharmacist')
  const page = await browser.get('/balcao/produtos/60')
  browser.cookies.delete('staff')
  const late = await browser.submit(page, { button: 'Pausar vendas' })
  const entered = await browser.submit(late, { button: 'Continuar', fields: signIn })
  expect([entered.status, entered.location]).toEqual([303, '/balcao/produtos/60'])
  const next = wordsOf((await browser.get('/balcao/produtos/60')).html)
  expect(next).toContain('O formulário que esperava era de outra pessoa e foi descartado.')
})

/** Pages and forms of the owner alone. */
const ownersAlone: Record<string, Record<string, string>[]> = {
  '/balcao/clientes/1/dados': [],
  '/balcao/equipe': [{ intent: 'convidar', email: 'a@example.com', name: 'A', role: 'owner' }],
  '/balcao/hoje': [],
  '/balcao/vendas?csv=contador': [],
  '/balcao/produtos/importar': [
    { kind: 'catalogue', file: 'x' },
    { intent: 'publicar', token: 'x', withdrawals: '9' },
  ],
  '/balcao/sistemas': [
    { intent: 'criar-chave', name: 'X', scopes: 'orders' },
    { intent: 'webhook', url: 'https://erp.example/' },
    { intent: 'tirar-webhook', id: '1' },
    { intent: 'enviar-de-novo', id: '1' },
  ],
  '/balcao/vitrine?experimentar=dipirona': [
    { intent: 'sinonimos', group_id: '', words: 'novalgina, zapzap' },
    { intent: 'tirar-sinonimos', group_id: '1' },
    { intent: 'novo-banner', title: 'Oi', text: 'Oi', link_text: 'Oi', category_path: '', sku: '' },
    { intent: 'previa-banner', title: 'Oi', text: 'Oi', link_text: 'Oi', category_path: '', sku: '' },
    ...['descer-banner', 'tirar-banner', 'foto-banner', 'tirar-foto-banner'].map((intent) => ({ intent, id: '1' })),
    { intent: 'cupom', code: 'X', discount: '10%' },
    { intent: 'aviso', text: 'Oi' },
    { intent: 'icone', id: '1', icon: 'leaf' },
  ],
}
/** The same on pages that others may look at. */
const ownersForms: typeof ownersAlone = {
  '/balcao/clientes/1': ['bloquear', 'desbloquear', 'apagar', 'reenviar'].map((intent) => ({ intent, email_id: '1' })),
  '/balcao/produtos/203': [
    { intent: 'promover', type: 'percent', discount: '10', version: '' },
    { intent: 'despromover', version: '' },
    { intent: 'foto', picture: 'x' },
    { intent: 'detalhes', storage: 'x' },
  ],
}

test('what is the owner’s alone does not exist for others, by links and by forged posts', async () => {
  const forms = Object.entries({ ...ownersAlone, ...ownersForms })
  for (const role of ['pharmacist', 'clerk'] as const) {
    const person = await createStaff(server.url, role)
    for (const path of Object.keys(ownersAlone)) expect((await person.get(path)).status, `${role} ${path}`).toBe(404)
    for (const [path, posts] of forms)
      for (const fields of posts)
        expect((await person.post(path, fields)).status, `${role} ${path} ${fields.intent}`).toBe(404)
    const links = (await person.get('/balcao')).html + (await person.get('/balcao/produtos')).html
    expect(links).not.toMatch(/"\/balcao\/(equipe|hoje|vendas|produtos\/importar|sistemas|vitrine)"/)
  }
  for (const stranger of [openPlainBrowser(server.url), await newCustomer(server.url)])
    for (const [path, posts] of forms)
      for (const answer of [await stranger.get(path), ...(await Promise.all(posts.map((f) => stranger.post(path, f))))])
        expect(wordsOf(answer.html), path).toContain('Entrar no balcão')
})

test('what one may not see does not exist, by links and by forged posts', async () => {
  const clerk = await createStaff(server.url, 'clerk')
  for (const path of ['/balcao/receitas', '/balcao/receitas/1', '/balcao/receitas/1/arquivo/1', '/balcao/clientes'])
    expect((await clerk.get(path)).status, path).toBe(404)
  const words = wordsOf((await clerk.get('/balcao')).html)
  for (const name of ['Receitas', 'Clientes']) expect(words).not.toContain(name)
  const forged: [path: string, fields: Record<string, string>][] = [
    ['/balcao/receitas/1', { decision: 'aprovar' }],
    ['/balcao/produtos/60', { branch: '1', price: '1,00', seen_price: '2290', seen_stock: '23' }],
    ['/balcao/produtos/60', { intent: 'pausar' }],
  ]
  for (const [path, fields] of forged) expect((await clerk.post(path, fields)).status, path).toBe(404)
  expect(wordsOf((await clerk.get('/produto/novalgina-1g-10-comprimidos')).html)).not.toContain('R$ 1,00')
})

test('a form that arrives after its session has ended is not lost: signed in again, it is there to be sent', async () => {
  const pharmacist = await createStaff(server.url, 'pharmacist')
  const page = await pharmacist.get('/balcao/produtos/60')
  pharmacist.cookies.delete('staff')
  const late = await pharmacist.submit(page, { button: 'Pausar vendas' })
  expect(late.html).toContain('name="password"')
  const again = { email: demoStaff.pharmacist, password: demoStaffPassword }
  const resumed = await pharmacist.submit(late, { button: 'Continuar', fields: again })
  expect(wordsOf(resumed.html)).toContain('Continue de onde parou')
  const done = await pharmacist.submit(resumed, { button: 'Enviar de novo' })
  expect([done.status, done.location]).toEqual([303, '/balcao/produtos/60'])
  expect(wordsOf((await pharmacist.get('/balcao/produtos/60')).html)).toContain('Vendas pausadas')
  await pharmacist.submit('/balcao/produtos/60', { button: 'Voltar a vender' })
})

test('what was typed stands in the form that waits, under the shop’s own words; a file is chosen again on its page', async () => {
  const owner = await createStaff(server.url, 'owner')
  const signIn = { email: demoStaff.owner, password: demoStaffPassword }
  const shopWindow = await owner.get('/balcao/vitrine')
  owner.cookies.delete('staff')
  const fields = { text: 'Inventário na sexta' }
  const late = await owner.submit(shopWindow, { button: 'Salvar', holding: { text: '' }, fields })
  const resumed = await owner.submit(late, { button: 'Continuar', fields: signIn })
  expect(wordsOf(resumed.html)).toContain('Frase')
  expect(resumed.html).toContain('value="Inventário na sexta"')
  expect(resumed.html).toMatch(/<input type="hidden" name="intent" value="aviso"/)

  const product = await owner.get('/balcao/produtos/60')
  owner.cookies.delete('staff')
  const foto = new File(['x'], 'foto.png', { type: 'image/png' })
  const unread = await owner.submit(product, { button: 'Salvar foto', fields: { picture: foto } })
  const back = await owner.submit(unread, { button: 'Continuar', fields: signIn })
  expect([back.status, back.location]).toEqual([303, '/balcao/produtos/60'])
})

test('a clerk takes a paid order from the queue to the courier', async () => {
  const customer = await newCustomer(server.url)
  const payment = await placeOrder(customer)
  const id = /\d+/.exec(payment)?.[0] ?? ''
  const clerk = await createStaff(server.url, 'clerk')
  expect(wordsOf((await clerk.get(`/balcao/pedidos/${id}`)).html)).toContain('Aguardando pagamento')
  await pay(customer, payment)

  const queue = await clerk.get('/balcao')
  expect(queue.html).toContain('http-equiv="refresh"')
  const narrowed = await clerk.submit('/balcao?situacao=paid', { button: 'Ver', fields: { loja: '1' } })
  expect(narrowed.path).toBe('/balcao?situacao=paid&caixa=&loja=1')
  const stopped = await clerk.get('/balcao?parado=1')
  expect(stopped.html).not.toContain('http-equiv="refresh"')
  const started = await clerk.submit(queue, { button: `Separar pedido ${id}` })
  expect(started.location).toBe(`/balcao/pedidos/${id}`)
  const page = await clerk.get(started.location ?? '')
  expect(wordsOf(page.html)).toContain('Conferir itens: 0 de 1')
  const wrong = await clerk.submit(page, { button: 'Conferir', fields: { barcode: '999' } })
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([
    422,
    expect.stringContaining('Este código não é de nenhum produto da loja.'),
  ])
  // The next code is scanned into an empty field.
  expect(wrong.html).toMatch(/<input(?![^>]*value="999")[^>]*name="barcode"[^>]*>/)
  expect(wordsOf(wrong.html)).toContain('Lido: 999')
  const lost = await clerk.post(`/balcao/pedidos/${id}`, {
    intent: 'tirar',
    item: '60 9',
    units: '7',
    reason: 'acabou',
  })
  expect([lost.status, lost.html.includes('value="acabou"')]).toEqual([409, true])
  const picked = await clerk.submit(page, { button: 'Conferir à mão: Novalgina 1g 10 Comprimidos' })
  expect(picked.status).toBe(303)
  const complete = await clerk.get(picked.location ?? '')
  expect(wordsOf(complete.html)).toContain('Novalgina 1g 10 Comprimidos: 1 de 1 conferidos.')
  const twice = await clerk.submit(page, { button: 'Conferir à mão: Novalgina 1g 10 Comprimidos' })
  expect([twice.status, twice.location]).toEqual([303, picked.location])
  const inAnotherTab = await clerk.submit(wrong, { button: 'Conferir à mão: Novalgina 1g 10 Comprimidos' })
  expect(wordsOf(inAnotherTab.html)).toContain('Todas as unidades de Novalgina 1g 10 Comprimidos já foram conferidas.')
  await clerk.submit(complete, { button: 'Saiu para entrega' })
  expect(wordsOf((await clerk.get(`/balcao/pedidos/${id}`)).html)).toContain('Saiu para entrega')
  const found = await clerk.submit('/balcao', { button: 'Buscar pedido', fields: { busca: id } })
  expect(wordsOf((await clerk.get(found.path)).html)).toContain(`Pedidos encontrados para “${id}”`)
  for (const paper of ['lista', 'etiqueta']) {
    const printed = await clerk.get(`/balcao/pedidos/${id}/${paper}`)
    expect(wordsOf(printed.html), paper).toMatch(/Entregar até .*1 produto, 1 unidade/)
  }
  const label = wordsOf((await clerk.get(`/balcao/pedidos/${id}/etiqueta`)).html)
  expect(label).toMatch(/CNPJ 00\.000\.000\/0001-00, Avenida Paulista, 1000/)
  expect(label).toContain(
    'Farmacêutico responsável: Helena Prado, CRF-SP 00.000. Em caso de dúvida, peça orientação ao farmacêutico: (11) 3000-0001.',
  )
  expect((await clerk.get(`/balcao/pedidos/${id}/outro`)).status).toBe(404)
  expect((await clerk.get('/balcao/pedidos/999999')).status).toBe(404)
})

test('a line that was taken out whole is no longer to be ticked, and its amount stands below the total', async () => {
  const customer = await newCustomer(server.url)
  await addToBag(customer, novalgina)
  await addToBag(customer, dorflex)
  await goOn(customer)
  const payment = await place(customer)
  await pay(customer, payment)
  const clerk = await createStaff(server.url, 'clerk')
  const path = payment.replace('/checkout', '/balcao/pedidos')
  const item = `${dorflex.id} 1`
  const tooMany = await clerk.post(path, { intent: 'tirar', item, units: '1.5' })
  expect([tooMany.status, wordsOf(tooMany.html)]).toEqual([
    422,
    expect.stringContaining('Deste item há só 1 unidade no pedido.'),
  ])
  const { location } = await clerk.submit(path, { button: 'Tirar e reembolsar', fields: { item, units: '1' } })
  const page = await clerk.get(location ?? '')
  const words = wordsOf(page.html)
  expect(words).toMatch(/Dorflex 36 Comprimidos(?:(?!Falta conferir).)*Tirado do pedido/)
  expect(words).toMatch(/TotalR\$ [\d,]+Itens em falta−R\$/)
  expect(page.html).not.toContain(`name="product" value="${dorflex.id}"`)
  const picked = await clerk.post(path, { product: dorflex.id, scan_id: 'of-an-old-page' })
  expect([picked.status, wordsOf(picked.html)]).toEqual([409, expect.stringContaining('foi tirado deste pedido')])
})

test('who grants a cancellation is told what goes back: nothing of an order that was not paid', async () => {
  const customer = await newCustomer(server.url)
  const unpaid = (await placeOrder(customer)).replace('/checkout', '/balcao/pedidos')
  const clerk = await createStaff(server.url, 'clerk')
  const owner = await createStaff(server.url, 'owner')
  const ask = { button: 'Pedir cancelamento', fields: { reason: 'Comprou errado' } }
  const answer = async (button: string) => {
    await clerk.submit(unpaid, ask)
    const { location } = await owner.submit(unpaid, { button })
    return wordsOf((await owner.get(location ?? '')).html)
  }
  expect(await answer('Manter pedido')).toContain('segue como estava.')
  const ended = await answer('Cancelar e reembolsar')
  expect(ended).toMatch(/Pedido \d+ encerrado\./)
  expect(ended).not.toMatch(/Voltam|volta ao cliente/)
})

test('an invitation that was used, is over or never was says so at once', async () => {
  const { status, html } = await openPlainBrowser(server.url).get('/balcao/convite/nenhum')
  expect([status, wordsOf(html)]).toEqual([404, expect.stringContaining('Este convite já foi usado ou venceu.')])
  expect(html).not.toContain('name="password"')
})

test('prices are read as people write them; what is no price comes back with its sentence and what was typed', async () => {
  const owner = await createStaff(server.url, 'owner')
  const page = await owner.get('/balcao/produtos/60')
  const use = (price: string, stock: string) => ({
    button: 'Salvar em Moema',
    holding: { branch: '2' },
    fields: { price, stock },
  })
  const refused = await owner.submit(page, use('vinte', '36'))
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('Escreva o preço em reais')])
  expect(refused.html).toContain('value="vinte"')
  const saved = await owner.submit(page, use('R$ 21,9', '+2'))
  expect([saved.status, saved.location]).toEqual([303, '/balcao/produtos/60'])
  const now = await owner.get('/balcao/produtos/60')
  expect(now.html).toContain('value="21,90"')
  expect(now.html).toContain('value="38"')
  const stale = await owner.submit(page, use('20,00', '36'))
  expect([stale.status, wordsOf(stale.html)]).toEqual([409, expect.stringContaining('Alguém mudou este produto')])
  expect(wordsOf(stale.html)).toContain('Agora: R$ 21,90, 38 em estoque.')
  const audit = await owner.get('/balcao/auditoria?csv')
  expect(audit.headers.get('Content-Disposition')).toContain('auditoria.csv')
  expect(audit.html).toContain(
    '"Mudou preço ou estoque: loja 2, preço R$ 23,36 → R$ 21,90, estoque +2";"produto FD0060"',
  )
})

test('the pharmacist sees the file beside the facts, kept by nobody, and rejects with a reason that the customer reads', async () => {
  const customer = await newCustomer(server.url)
  await addToBag(customer, azitromicina)
  await goOn(customer)
  await sendPrescription(customer, { file: await photoBlob() })
  const id = await pay(customer, await place(customer))

  const pharmacist = await createStaff(server.url, 'pharmacist')
  expect(wordsOf((await pharmacist.get('/balcao/receitas')).html)).toMatch(new RegExp(`Próximo passo.*${id}`))
  const owner = await createStaff(server.url, 'owner')
  const seen = wordsOf((await owner.get('/balcao/receitas')).html)
  expect([seen.includes(id), seen.includes('Próximo passo')]).toEqual([true, false])
  // What is not yet, or no more, to be picked has no column for it.
  expect(wordsOf((await owner.get(`/balcao/pedidos/${id}`)).html)).not.toContain('Conferência')
  const { location } = await pharmacist.get(`/balcao/receitas?pedido=${id}`)
  const page = await pharmacist.get(location ?? '')
  expect(wordsOf(page.html)).toContain('Antimicrobiano: retenção, vale 10 dias')
  expect(wordsOf(page.html)).toContain('Vale até 19/03/2026.')
  const source = /src="(\/balcao\/receitas\/\d+\/arquivo\/\d+)"/.exec(page.html)?.[1] ?? ''
  const file = await pharmacist.get(source)
  expect([file.status, file.headers.get('Content-Type'), file.headers.get('Cache-Control')]).toEqual([
    200,
    'image/jpeg',
    'no-store',
  ])
  const unsaid = await pharmacist.submit(page, { button: 'Rejeitar' })
  expect([unsaid.status, wordsOf(unsaid.html)]).toEqual([422, expect.stringContaining('Informe o motivo.')])
  const rejected = await pharmacist.submit(page, {
    button: 'Rejeitar',
    fields: { reason: 'Ilegível ou cortada', note: 'Mande uma foto com mais luz.' },
  })
  expect([rejected.status, rejected.location]).toEqual([303, '/balcao/receitas'])
  const order = await customer.get(`/minha-conta/pedidos/${id}`)
  expect(wordsOf(order.html)).toContain('Ilegível ou cortada. Mande uma foto com mais luz.')
  const again = await pharmacist.submit(page, { button: 'Aprovar' })
  expect([again.status, wordsOf(again.html)]).toEqual([409, expect.stringContaining('já foi decidida')])
})

test('the pharmacist finds the code of an electronic prescription as a link that tells its site nothing, any other as text', async () => {
  const link = 'https://memed.com.br/receita/26111350001234?a=1&b=2'
  const codes = [link, 'javascript:alert(1)//<img src=x onerror=alert(1)>']
  const file = new Blob([new Uint8Array(await photoOfCodes(codes))])
  const order = await orderInReview(server.url, azitromicina, file)
  const pharmacist = await createStaff(server.url, 'pharmacist')
  const { location } = await pharmacist.get(`/balcao/receitas?pedido=${order}`)
  const { html } = await pharmacist.get(location ?? '')
  const escapedLink = link.replace('&', '&amp;')
  expect(html).toContain(
    `<a href="${escapedLink}" target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">${escapedLink}</a>`,
  )
  expect(html.match(/href="https:\/\/memed/g)).toHaveLength(1)
  expect(html).toContain('javascript:alert(1)//&lt;img src=x onerror=alert(1)&gt;')
  expect(html).not.toMatch(/href="javascript|<img src=x/)
  expect(wordsOf(html)).toContain('Lido no código QR: confira com a receita.')
  expect(html).toMatch(/name="sncr-\d+"[^>]* value="26111350001234"/)
})

test('a retained prescription is approved with what is known for its record; what was typed wrong stays, what is missing follows', async () => {
  const { url } = await startServer()
  const order = await orderInReview(url)
  const pharmacist = await createStaff(url, 'pharmacist')
  const { location = '' } = await pharmacist.get(`/balcao/receitas?pedido=${order}`)
  const page = location ?? ''
  const shown = await pharmacist.get(page)
  expect(wordsOf(shown.html)).toContain('Foto de receita em papel')
  expect(wordsOf(shown.html)).toContain('Primeira vez que chega a esta loja.')
  const [, part = ''] = /name="age-(\d+)"/.exec(shown.html) ?? []
  const fields = { [`age-${part}`]: '8 meses', [`registration-${part}`]: '123456' }
  const refused = await pharmacist.submit(page, { button: 'Aprovar', fields })
  expect([refused.status, wordsOf(refused.html)]).toEqual([
    422,
    expect.stringContaining('Escreva o registro como CRM-SP 123456.'),
  ])
  expect(refused.html).toContain('value="8 meses"')
  expect(await pharmacist.post(page, { decision: 'aprovar' })).toMatchObject({ status: 303 })
  const decided = await pharmacist.get(page)
  expect(wordsOf(decided.html)).toContain('Aprovada')
  expect(wordsOf(decided.html)).toContain('Ainda faltam dados')
  const all = {
    [`sex-${part}`]: 'F',
    [`prescriber-${part}`]: 'Maria da Silva',
    [`registration-${part}`]: 'CRM/SP 123.456',
  }
  const saved = { button: 'Salvar dados', fields: { ...fields, ...all } }
  expect(await pharmacist.submit(page, saved)).toMatchObject({ status: 303 })
  expect(wordsOf((await pharmacist.get(page)).html)).not.toContain('Ainda faltam dados')
  const clerk = await createStaff(url, 'clerk')
  const path = `/balcao/pedidos/${order}`
  for (let scan = 0; scan < 3; scan += 1) {
    const { html } = await clerk.get(path)
    const [, product] = /name="product" value="(\d+)"/.exec(html) ?? []
    if (product) await clerk.post(path, { product, scan_id: hiddenField(html, 'scan_id') })
  }
  const [, retained = ''] = /name="retained" value="(\d+)"/.exec((await clerk.get(path)).html) ?? []
  const wrong = await clerk.submit(path, { button: 'Saiu para entrega', fields: { [`lots-${retained}`]: '?' } })
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([422, expect.stringContaining('Confira o lote')])
  const left = { button: 'Saiu para entrega', fields: { [`lots-${retained}`]: 'ab12' } }
  expect(await clerk.submit(path, left)).toMatchObject({ status: 303 })
  const file = await pharmacist.get('/balcao/receitas?sngpc=2026-03')
  expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(file.html).toContain('"AB12"')
  expect(file.html).toContain('"CRM-SP 123456"')
  expect(await clerk.get('/balcao/receitas?sngpc=2026-03')).toMatchObject({ status: 404 })
})

test('the record for the SNGPC is of any days and of one CNPJ, as its form asks', async () => {
  const pharmacist = await createStaff((await startServer()).url, 'pharmacist')
  const { html } = await pharmacist.get('/balcao/receitas')
  const [, cnpj = ''] = /name="cnpj"[\s\S]*?<option value="(\w{14})"/.exec(html) ?? []
  const ofDays = (days: string) => pharmacist.get(`/balcao/receitas?sngpc=csv&${days}&cnpj=${cnpj}`)
  const file = await ofDays('de=31/03/2026&ate=2026-03-01')
  expect(file.headers.get('Content-Disposition')).toContain(`sngpc-${cnpj}-2026-03-01-2026-03-31.csv`)
  expect(file.html).toContain('"Loja";"CNPJ";"Produto"')
  expect((await ofDays('de=2026-02-31&ate=2026-03-31')).headers.get('Content-Type')).toContain('text/html')
})

test('COUNTER_PATH moves it, links and sign-in included, for networks that may enter', async () => {
  const elsewhere = await startServer({ env: { COUNTER_PATH: '/interno', COUNTER_NETWORKS: '127.0.0.0/8,::1/128' } })
  const browser = openPlainBrowser(elsewhere.url)
  for (const path of ['/balcao', '/BALCAO', '/%62alcao/equipe', '/balcao.data', '/balcao/pedidos/1/', '//balcao']) {
    const page = await browser.get(path)
    expect([page.status, page.html.includes('name="password"')], path).toEqual([404, false])
  }
  const entered = await browser.submit('/interno/produtos', { button: 'Continuar', fields: signIn })
  expect(entered.location).toBe('/interno/produtos')
  const page = await browser.get('/interno/produtos')
  expect(page.html).toContain('href="/interno/auditoria"')
  expect(page.html).not.toContain('"/balcao')
  await elsewhere.stop()
})

test('whatever a proxy forwards that cannot be read opens no door and breaks no page', async () => {
  const env = { COUNTER_PATH: '/interno', COUNTER_ORIGIN: 'https://equipe.example', TRUST_PROXY: '1' }
  const guarded = await startServer({ env })
  const browser = openPlainBrowser(guarded.url)
  const odd: Record<string, string>[] = [
    { 'X-Forwarded-Host': 'loja.example/balcao?' },
    { 'X-Forwarded-Host': 'equipe.example' },
    { 'X-Forwarded-Host': 'a b' },
    { 'X-Forwarded-Host': 'loja.example:99999' },
    { 'X-Forwarded-Host': 'loja.example/interno?, equipe.example' },
    { 'X-Forwarded-Host': ',' },
    { 'X-Forwarded-Proto': ',' },
    { 'X-Forwarded-Proto': 'javascript' },
    { 'X-Forwarded-For': 'nobody, , %%%' },
    { Forwarded: 'host=equipe.example;proto=;for=_' },
  ]
  for (const headers of odd) {
    expect((await browser.get('/cep', headers)).status, JSON.stringify(headers)).toBe(200)
    for (const path of ['/balcao', '/interno', '/interno.data', '/api/staff/openapi.json']) {
      const page = await browser.get(path, headers)
      expect([page.status, page.html.includes('name="password"')], path + JSON.stringify(headers)).toEqual([404, false])
    }
  }
  expect(guarded.output()).not.toContain('"level":50')
  await guarded.stop()
})

test('nothing of the counter is in what shoppers load: scripts, pages, sitemap; the manifest has the names of its routes', async () => {
  const assets = join(import.meta.dirname, '..', '..', 'build', 'client', 'assets')
  for (const name of (await readdir(assets)).filter((file) => /^(?!manifest-).*\.js$/.test(file))) {
    const text = await readFile(join(assets, name), 'utf8')
    expect(text, name).not.toMatch(/counter\/|balcao\//)
  }
  const visitor = openPlainBrowser(server.url)
  for (const path of ['/', '/produto/novalgina-1g-10-comprimidos', '/checkout/sacola', '/sitemap.xml', '/robots.txt'])
    expect((await visitor.get(path)).html, path).not.toContain('/balcao')
})

test('the owner reads the day and takes its lists as files; a search that found nothing is among them', async () => {
  const visitor = openPlainBrowser(server.url)
  await visitor.get('/categoria?search=qqwxyz')
  const owner = await createStaff(server.url, 'owner')
  const page = await owner.get('/balcao/hoje')
  expect(wordsOf(page.html)).toContain('contra a média das 4 terças anteriores')
  expect(wordsOf(page.html)).toContain('qqwxyz')
  const file = await owner.get('/balcao/hoje?csv=buscas')
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="buscas-2026-03-10.csv"')
  expect(file.html).toContain('"qqwxyz";1')
  // Each figure leads to the orders that it counts, which are a file, too.
  expect(page.html.match(/href="#pedidos"/g)).toHaveLength(4)
  const orders = (await owner.get('/balcao/hoje?csv=pedidos')).html.trim().split('\r\n')
  expect(orders[0]).toBe('"Pedido";"Pago às";"Situação";"Receita médica";"Total"')
  expect(orders.length).toBeGreaterThan(1)
  // Numbers are no text, or a spreadsheet could not add them up.
  expect(orders[1]).toMatch(/^\d+;"\d+h\d*";"[^"]+";"[^"]+";\d+,\d\d$/)
  const hours = (await owner.get('/balcao/hoje?csv=horas')).html.trim().split('\r\n')
  expect(hours[1]).toMatch(/^"\d+h";\d+;\d+(,\d)?$/)
})

test('the owner reads what was sold, and takes its file for the accountant; days that are none are refused and stay', async () => {
  const customer = await newCustomer(server.url)
  await addToBag(customer, novalgina)
  await goOn(customer)
  await pay(customer, await place(customer))
  const owner = await createStaff(server.url, 'owner')
  const today = await owner.get('/balcao/vendas?periodo=dia')
  const month = await owner.get('/balcao/vendas?periodo=mes&loja=1')
  expect(wordsOf(today.html)).toContain('10/03/2026, até 10h, ao lado de 09/03/2026 até a mesma hora')
  const file = await owner.get('/balcao/vendas?csv=contador&de=01/03/2026&ate=31/03/2026&loja=1')
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="vendas-2026-03-01-a-2026-03-31.csv"')
  const [columns = '', ...rows] = file.html.trim().split('\r\n')
  expect(columns).toContain('"Data";"Loja";"CNPJ";"Pedido";"Forma";"Bruto"')
  expect(rows[0]).toMatch(/^"\d\d\/03\/2026";"Paulista";"[\w.]+\/\w{4}-\d\d";\d+;"[^"]+";\d+,\d\d;/)
  const cents = rows.map((row) => Number(row.split(';')[10]?.replace(',', '')))
  const netCents = cents.reduce((sum, each) => sum + each, 0)
  expect(netCents).toBeGreaterThan(0)
  expect(month.html).toContain(`<b>${formatMoney(netCents)}</b>`)
  const refused = await owner.get('/balcao/vendas?csv=contador&de=ontem&ate=31/03/2026')
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('Escolha dois dias')])
  expect(refused.html).toMatch(/value="ontem"/)
})

test('a notice or a coupon whose last day is none, or a notice whose last day is over, is refused with a sentence', async () => {
  const owner = await createStaff(server.url, 'owner')
  const page = await owner.get('/balcao/vitrine')
  const notice = (ate: string) =>
    owner.submit(page, { button: 'Salvar', holding: { text: '' }, fields: { text: 'Oi', last_day: ate } })
  for (const day of ['31/13/2026', '2026-02-30', 'ontem'])
    expect(wordsOf((await notice(day)).html), day).toContain('Escreva os dias como 2026-11-30')
  const past = await notice('2026-03-09')
  expect([past.status, wordsOf(past.html)]).toEqual([422, expect.stringContaining('O último dia do aviso já passou')])
  const coupon = { code: 'VELHO', discount: '5%', last_day: '2026-02-30' }
  const refused = await owner.submit(page, { button: 'Salvar', holding: { title: '' }, fields: coupon })
  expect(wordsOf(refused.html)).toContain('Escreva os dias como 2026-11-30')
  expect((await owner.get('/')).html).not.toContain('>Oi<')
})

test('all that is wrong with a form is told at once: at each field, and above with a link to it', async () => {
  const owner = await createStaff(server.url, 'owner')
  const refused = await owner.submit('/balcao/equipe', {
    button: 'Convidar',
    fields: { name: '', email: 'ninguém', crf: 'treze' },
  })
  expect(refused.status).toBe(422)
  for (const [field, message] of [
    ['name', 'Preencha nome e e-mail.'],
    ['email', 'Preencha nome e e-mail.'],
    ['crf', 'Escreva o CRF com o estado, como SP-12345.'],
  ]) {
    expect(refused.html).toContain(`<a href="#${field}">${message}</a>`)
    expect(refused.html).toMatch(new RegExp(`<input[^>]* id="${field}"[^>]* aria-invalid="true"`))
    expect(refused.html).toMatch(new RegExp(`<p id="${field}-error">.*?${message}</p>`))
  }
  const ids = [...refused.html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
})

test('the owner makes a coupon and a notice, and shoppers meet both', async () => {
  const owner = await createStaff(server.url, 'owner')
  const page = await owner.get('/balcao/vitrine')
  const wrong = await owner.submit(page, {
    button: 'Salvar',
    holding: { title: '' },
    fields: { code: 'AGORA', discount: 'muito' },
  })
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([422, expect.stringContaining('Escreva o desconto como 10%')])
  expect(wrong.html).toContain('value="AGORA"')
  const fields = {
    code: 'agora',
    discount: '5,00',
    min_subtotal: '10',
    max_uses: '3',
    first_day: '2026-03-10',
    last_day: '2026-03-31',
  }
  const saved = await owner.submit(page, { button: 'Salvar', holding: { title: '' }, fields })
  expect([saved.status, saved.location]).toEqual([303, '/balcao/vitrine'])
  expect(wordsOf((await owner.get('/balcao/vitrine')).html)).toContain('10/03/2026 a 31/03/2026')
  // Changed with what it is now at hand.
  const edited = await owner.submit('/balcao/vitrine?cupom=AGORA', {
    button: 'Salvar',
    holding: { code: 'AGORA' },
    fields: { max_uses: '30' },
  })
  expect(edited.location).toBe('/balcao/vitrine')
  expect(wordsOf((await owner.get('/balcao/vitrine')).html)).toMatch(/10\/03\/2026 a 31\/03\/2026.*0 de 30/)
  await owner.submit('/balcao/vitrine', {
    button: 'Salvar',
    holding: { text: '' },
    fields: { text: 'Semana da saúde: confira as ofertas.' },
  })
  const visitor = openPlainBrowser(server.url)
  expect(wordsOf((await visitor.get('/')).html)).toContain('Semana da saúde: confira as ofertas.')
  await owner.submit('/balcao/vitrine', { button: 'Salvar', holding: { text: '' }, fields: { text: '' } })
  expect(wordsOf((await openPlainBrowser(server.url).get('/')).html)).not.toContain('Semana da saúde')
})
