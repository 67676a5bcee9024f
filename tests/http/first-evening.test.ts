import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parse } from 'csv-parse/sync'
import { Secret, TOTP } from 'otpauth'
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../server/platform/clock.ts'
import { openTestBank } from '../support/bank.ts'
import type { FormUse } from '../support/forms.ts'
import { openPlainBrowser, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import { liveProfile } from '../support/live-profile.ts'
import { svgBlob } from '../support/logo.ts'
import { makeCmedList, makeTillFile } from '../support/month-files.ts'
import { openOperator } from '../support/operator.ts'
import { homeAddress, person } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'
import { openSmtpSink } from '../support/smtp.ts'

// From a bare host to the first paid order, as `server/cli/going-live.md` tells: what it asks of the owner is counted.

/** What a person did. */
interface Effort {
  commands: number
  pages: number
  forms: number
  /** Fields typed, chosen or ticked, cells and lines of files written by hand. */
  fields: number
  files: number
}

const noEffort = (): Effort => ({ commands: 0, pages: 0, forms: 0, fields: 0, files: 0 })

/** A browser without scripts that counts what its user does, and follows redirects. */
function openCountedBrowser(url: string, effort: Effort): PlainBrowser {
  const browser = openPlainBrowser(url)
  const follow = async (answer: PlainAnswer): Promise<PlainAnswer> =>
    answer.location ? follow(await browser.get(answer.location)) : answer
  return {
    ...browser,
    async get(path) {
      effort.pages += 1
      return follow(await browser.get(path))
    },
    async submit(page, use: FormUse) {
      const shown = typeof page === 'string' ? await this.get(page) : page
      const typed = Object.values(use.fields ?? {})
      effort.forms += 1
      effort.files += typed.filter((value) => value instanceof Blob).length
      effort.fields += typed.filter((value) => !(value instanceof Blob)).length
      return follow(await browser.submit(shown, use))
    },
  }
}

const email = 'dona@farmacia.test'
const password = 'uma frase longa da dona'

const branchFile = [
  'id,name,zipcodes,weekly_hours,delivery_fee,whatsapp,shipping_estimate,pickup_minutes,zipcode,street,number,neighborhood',
  '1,Paulista,"01000-000-01299-999 taxa 7,90 | 01300-000-01599-999",seg-sex 08:00-20:00 | sáb 08:00-18:00,"5,90",5511999990000,60,30,01310-100,Avenida Paulista,900,Bela Vista',
  '2,Jardins,"01600-000-01699-999 taxa 9,90 mínimo 30",todos 08:00-22:00,"7,90",5511999990000,60,30,01400-000,Rua Estados Unidos,10,Jardins',
].join('\n')

test('a pharmacy opens in an evening: from a bare host to the first paid order, and nothing is typed that its files tell', async () => {
  const owner = noEffort()
  const mail = await openSmtpSink()
  const bank = await openTestBank(createClock())
  const operator = openOperator({ SANDBOX: '' })
  const settingsFile = join(operator.dataDir, 'live.env')

  // 1. The settings, the shop's data, its people and its branches.
  const { NODE_EXTRA_CA_CERTS, ...pix } = bank.environment
  const readSettings = (): Record<string, string> => ({
    ...parseEnv(readFileSync(settingsFile, 'utf8')),
    NODE_EXTRA_CA_CERTS,
  })
  const run = async (env: Record<string, string>, ...args: string[]) => {
    owner.commands += 1
    const { code, output } = await operator.runWith(env, ...args)
    expect([code, output], args.join(' ')).toEqual([0, expect.anything()])
    return output
  }
  const options = {
    ...{ '--url': 'https://www.example.com.br', '--smtp': mail.url, '--mail-from': 'loja@farmacia.test' },
    ...{ '--pix-api': pix.PIX_API_URL, '--pix-token': pix.PIX_TOKEN_URL, '--pix-id': pix.PIX_CLIENT_ID },
    ...{ '--pix-secret': pix.PIX_CLIENT_SECRET, '--pix-cert': pix.PIX_CERT_FILE },
    ...{ '--pix-cert-key': pix.PIX_CERT_KEY_FILE, '--pix-key': pix.PIX_RECEIVER_KEY },
  }
  owner.fields += Object.keys(options).length
  const steps = await run({}, 'init', '--file', settingsFile, ...Object.entries(options).flat())
  expect(steps).toContain('shop.json: nome, CNPJ, farmacêutico, licenças')
  const profileFile = join(operator.dataDir, 'shop.json')
  const profile = fillIn(JSON.parse(readFileSync(profileFile, 'utf8')))
  writeFileSync(profileFile, JSON.stringify(profile))
  owner.fields += countValues(profile)
  await run(readSettings(), 'migrate')
  const invitation = await run(readSettings(), 'staff', 'add', email, 'owner')
  owner.fields += 2
  const branches = operator.write('filiais.csv', branchFile)
  owner.fields += parse(branchFile, { from_line: 2 }).flat().length
  await run(readSettings(), 'branches', 'import', branches)
  owner.commands += 1
  const { PUBLIC_URL: _, ...settings } = readSettings()
  const env = { ...settings, SANDBOX: undefined, SANDBOX_CLOCK: undefined }
  const server = await startServer({ dataDir: operator.dataDir, env })
  onTestFinished(async () => void (await server.stop()))

  // 2. The owner's account, logo and colour.
  const browser = openCountedBrowser(server.url, owner)
  const [, invitationPath = ''] = /https:\/\/www\.example\.com\.br(\S+)/.exec(invitation) ?? []
  const signIn = await browser.submit(invitationPath, { button: 'Continuar', fields: { password } })
  const enrolment = await browser.submit(signIn, { button: 'Continuar', fields: { email, password } })
  const [, secret = ''] = /<code>([A-Z2-7]+)<\/code>/.exec(enrolment.html) ?? []
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await browser.submit(enrolment, { button: 'Confirmar', fields: { code } })
  const logo = await browser.submit('/balcao/loja', { button: 'Salvar logotipo', fields: { logo: svgBlob() } })
  const shop = await browser.submit(logo, { button: 'Salvar dados da loja', fields: { accent_color: '#0B57D0' } })
  expect(wordsOf(shop.html)).toContain('Dados da loja salvos.')

  // 3. The catalogue, of the till's file and the CMED's list alone.
  const trial = await browser.submit('/balcao/produtos/importar/caixa', {
    button: 'Provar',
    fields: {
      till: new File([new Uint8Array(makeTillFile({ rows: 200, branches: 2 }))], 'caixa.txt'),
      list: new File([new Uint8Array(makeCmedList({ rows: 400 }))], 'lista.csv'),
      branch: '',
    },
  })
  expect(wordsOf(trial.html)).toMatch(
    /A prova: 200 linhas.*Lista da CMED de 11\/08\/2026\. ?Prontos107 .*Por regra41 .*A completar49 .*Recusados3 /,
  )
  const published = await browser.submit(trial, { button: 'Publicar' })
  expect(wordsOf(published.html)).toMatch(/Publicado: 147 produtos novos.*1 de 49, por valor em estoque/)
  expect(owner).toEqual({ commands: 5, pages: 3, forms: 7, fields: 67, files: 3 })

  // 4. The first order.
  const shopper = noEffort()
  const customer = openCountedBrowser(server.url, shopper)
  await customer.submit('/cep', { button: 'Confirmar CEP', fields: { zipcode: homeAddress.zipcode } })
  const listing = await customer.get('/categoria?search=shampoo')
  const [productPath = ''] = /\/produto\/[\w-]+/.exec(listing.html) ?? []
  await customer.submit(productPath, { button: 'Adicionar no carrinho' })
  await customer.submit('/cadastro', { button: 'Criar conta', fields: person() })
  await customer.submit('/minha-conta?section=endereco', { button: 'Salvar endereço', fields: homeAddress })
  const resumed = await customer.submit('/checkout/sacola', { button: 'Ir para o resumo' })
  expect(wordsOf(resumed.html)).toMatch(/Entrega\s*R\$\s5,90/)
  const pixPage = await customer.submit(resumed, { button: 'Finalizar pedido' })
  const [charge] = await bank.listCharges()
  await bank.payCharge(charge?.txid ?? '')
  const paid = await customer.submit(pixPage, { button: 'Já paguei' })
  expect([paid.path, wordsOf(paid.html)]).toEqual([
    '/minha-conta/pedidos/1',
    expect.stringContaining('Pagamento confirmado!'),
  ])
  expect(shopper).toEqual({ commands: 0, pages: 6, forms: 7, fields: 15, files: 0 })
  const queue = await openPlainBrowser(server.url, browser.cookies).get('/balcao')
  expect(wordsOf(queue.html)).toContain('Pago Separar pedido 1')
}, 120_000)

/** The template of `init` with the values of a pharmacy. */
function fillIn(template: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(template).map((key) => [key, liveProfile[key] ?? template[key]]))
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return value === '' ? 0 : 1
  return Object.values(value).reduce((sum: number, part) => sum + countValues(part), 0)
}
