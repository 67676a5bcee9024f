import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { openDatabase } from '../../server/database/connection.ts'
import { type FormUse, formsOn } from './forms.ts'
import { type PlainAnswer, type PlainBrowser, wordsOf } from './http.ts'
import { passkeyOf } from './passkey-rows.ts'
import type { RunningServer } from './server.ts'

/** A button of a page's form, and how a person presses it. */
export interface StaffForm {
  /** `/balcao/vitrine sinonimos grupo palavras`: forms that differ in values alone, such as those of a list, are one. */
  name: string
  page: PlainAnswer
  intent: string
  /** Whether its fields say which state was shown. */
  hasSeen: boolean
  use: FormUse
}

/** The forms of one of the back office's pages as it stands now, but for the sign-out; of those alike the last one. */
export async function listStaffForms(browser: PlainBrowser, path: string): Promise<StaffForm[]> {
  const page = await browser.get(path)
  const forms = readForms(page).filter(({ intent }) => intent !== 'sair')
  return [...new Map(forms.map((form) => [form.name, form])).values()]
}

function readForms(page: PlainAnswer): StaffForm[] {
  const { html, path } = page
  return formsOn(html, path)
    .filter(({ method }) => method === 'POST')
    .flatMap(({ path: action, fields, buttons }) => {
      const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string')
      const holding = Object.fromEntries(texts)
      const shape = fields.map(([name]) => name).filter((name) => name !== 'account')
      // A new group of synonyms has the form of those that there are.
      if (holding.grupo === '') shape.push('novo')
      return buttons.map(([button, adds]): StaffForm => {
        const intent = adds.replace(/^.*=/, '') || (defaultIntents[path] ?? '')
        return {
          name: [action.replace(/\d+$/, ':id'), intent, ...shape].join(' '),
          page,
          intent,
          hasSeen: (holding.seen_hash ?? '') !== '',
          use: { button, holding },
        }
      })
    })
}

/** What the button without a name does. */
const defaultIntents: Record<string, string> = {
  '/balcao/equipe': 'salvar',
  '/balcao/produtos/60': 'oferta',
  '/balcao/produtos/importar': 'testar',
}

/** Of forms about orders, prescriptions and problems, and those that everybody has. */
const orderFormFiles =
  /^(order|prescription|problem|pickup|queue|sign-in|document)[\w-]*\.(server\.)?tsx?$|-script|resend-form/

/** The intents of every form in the back office's code that is not about an order. */
export function listCodedIntents(): string[] {
  const folder = join(import.meta.dirname, '../../app/backoffice')
  const intents = readdirSync(folder)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name) && !orderFormFiles.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return [...text.matchAll(/\bintent: '([\w-]+)'|ButtonForm\(\s*'([\w-]+)'/g)].map((match) => match[1] ?? match[2])
    })
  return [...new Set(intents.filter((intent) => intent !== undefined))].sort()
}

/** Tables that change by themselves, or by looking. */
const restlessTables = /^(audit_entry|staff_session|access|rate|attempt|sqlite_|staged|import)/

/** Everything that a server's database and its shop.json hold, but for what changes by itself. */
export function readState({ dataDir }: Pick<RunningServer, 'dataDir'>): Record<string, string> {
  const sqlite = new BetterSqlite(join(dataDir, 'balcao.db'), { readonly: true })
  try {
    const tables = sqlite.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all()
    const lasting = (tables as string[]).filter((name) => !restlessTables.test(name))
    const profilePath = join(dataDir, 'shop.json')
    return {
      ...Object.fromEntries(
        lasting.map((name) => {
          // Messages to webhooks are sent meanwhile.
          const condition = name === 'outbox' ? "where channel = 'email'" : ''
          return [name, JSON.stringify(sqlite.prepare(`select * from "${name}" ${condition}`).raw().all())]
        }),
      ),
      'shop.json': existsSync(profilePath) ? readFileSync(profilePath, 'utf8') : '',
    }
  } finally {
    sqlite.close()
  }
}

/** What is said to whose page is not as things stand any more. */
export const outdated = 'Alguém mudou isto enquanto a página estava aberta. Veja como está agora e envie de novo.'

/** What a page says instead of doing it. */
export function refusalOf({ status, html }: PlainAnswer): [status: number, sentence: string] {
  const [sentence = ''] = /role="alert"[\s\S]*?<\/div>/.exec(html) ?? /<h1[\s\S]*?<\/h1>/.exec(html) ?? []
  return [status, wordsOf(sentence).replace(/^[^>]*>/, '')]
}

/** A token, a secret or a link that a page shows once. */
export function madeBy({ html }: PlainAnswer): string {
  const [made = 'nothing is shown'] = /whsec_[^<]+|\/convite\/[\w-]{43}|<code[^>]*>[^<]+/.exec(html) ?? []
  return made
}

/** Gives the owner a passkey, which nobody can sign in with. */
export async function addPasskeyOfOwner({ dataDir }: Pick<RunningServer, 'dataDir'>): Promise<void> {
  const { db, close } = openDatabase(join(dataDir, 'balcao.db'))
  const { id } = await db.selectFrom('staff').select('id').where('role', '=', 'owner').executeTakeFirstOrThrow()
  await db
    .insertInto('passkey')
    .values({ ...passkeyOf(id), customerId: null, staffId: id })
    .execute()
  await close()
}
