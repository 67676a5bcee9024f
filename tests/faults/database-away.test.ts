import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/connection.ts'
import { isDatabaseUnavailable } from '../../server/database/database-errors.ts'
import { call } from '../support/calls.ts'
import { wordsOf } from '../support/http.ts'
import { startOwnPostgres } from '../support/postgres.ts'
import { openCustomer } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

const postgres = await startOwnPostgres()
afterAll(() => postgres?.stop())

function cluster() {
  if (!postgres) throw new Error('PostgreSQL not available')
  return postgres
}

test.skipIf(!postgres)(
  'a connection cut in the middle of a query fails that query alone, not the next one and not the process',
  async () => {
    const database = openDatabase(cluster().url)
    onTestFinished(() => database.close())
    // The pool notices the loss a moment after the query does: several tries hit that moment.
    for (let tries = 0; tries < 20; tries += 1) {
      // A name per try, since PostgreSQL lists the previous connection a moment longer.
      const long = `select pg_sleep(600) as sleep_${tries}`
      const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity where query = ${long}`
      const failed = sql.raw(long).execute(database.db)
      const next = failed.catch((error: unknown) => {
        expect(isDatabaseUnavailable(error)).toBe(true)
        return database.ping()
      })
      while ((await cut.execute(database.db)).rows.length === 0);
      await next
    }
  },
)

test.skipIf(!postgres)(
  'with PostgreSQL stopped under it the shop says so on every page, and goes on when it is back',
  async () => {
    const postgres = cluster()
    const server = await startServer({ env: { DATABASE_URL: postgres.url } })
    onTestFinished(async () => void (await server.stop()))
    const customer = await openCustomer(server.url)
    expect(wordsOf((await customer.get('/')).html)).toContain('Olá, ')

    await postgres.goDown()
    for (const path of ['/', '/categoria/medicamentos', '/checkout/sacola', '/nao-existe']) {
      const { status, html, headers } = await customer.get(path)
      expect(status, path).toBe(503)
      expect(headers.get('Retry-After'), path).toBe('30')
      const words = wordsOf(html)
      for (const fact of ['Farmácia Ipê', 'CNPJ 00.000.000/0001-00', 'Helena Prado, CRF-SP 00.000']) {
        expect(words, path).toContain(fact)
      }
      expect(words).toContain('Ocorreu um erro inesperado...')
      const id = headers.get('X-Request-Id') ?? ''
      expect(words).toContain(`Código para o atendimento: ${id}`)
      // The server's output arrives independently of its response.
      await expect.poll(server.output, { message: path }).toContain(`"id":"${id}"`)
      expect(html).not.toMatch(/ECONNREFUSED|postgres/)
    }
    for (const [path, code, sentence] of [
      ['auth/getInitialToken', 'visit.notStarted', 'Não foi possível obter o token do usuário:'],
      ['product/getHomeProducts', 'shop.unavailable', 'Não foi possível concluir sua solicitação'],
      ['auth/getUserInfo', 'customer.unreadable', 'Não foi possível obter as informações do usuário'],
    ] as const) {
      const { status, body } = await call(server, path, { token: 'x'.repeat(43) })
      expect([status, body.errors[0].code]).toEqual([503, code])
      expect(body.errors[0].message).toContain(sentence)
    }
    const answers = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(server.url + path)))
    expect(answers.map(({ status }) => status)).toEqual([200, 503])

    await postgres.comeBack()
    const { status, html } = await customer.get('/')
    expect(status).toBe(200)
    expect(wordsOf(html)).toContain('Olá, ')
    expect((await call(server, 'auth/getInitialToken', {})).status).toBe(200)
  },
)
