import { expect, test } from 'vitest'
import { openTestShop } from '../support/shop.ts'

const far = '08100-000'

test('who asks twice waits once, and hears once when a branch delivers there', async () => {
  const shop = await openTestShop()
  const { coverageNotices } = shop.delivery
  for (const email of ['Ana@Example.com', 'ana@example.com', 'bia@example.com'])
    await coverageNotices.requestNotice(email, far, 'test')
  await coverageNotices.requestNotice('ana@example.com', '08200000', 'test')
  const waiting = async () => {
    const notices = shop.database.db.selectFrom('coverageNotice').select(['email', 'zipcode'])
    return (await notices.orderBy('zipcode').orderBy('email').execute()).map(({ email, zipcode }) => [email, zipcode])
  }
  expect(await waiting()).toEqual([
    ['ana@example.com', '08100000'],
    ['bia@example.com', '08100000'],
    ['ana@example.com', '08200000'],
  ])
  await coverageNotices.enqueueDueNotices()
  expect(await shop.mail.listByRecipient('ana@example.com')).toEqual([])

  await shop.database.db
    .insertInto('branchZipcodes')
    .values({ branchId: 1, firstZipcode: 8_100_000, lastZipcode: 8_199_999 })
    .execute()
  await Promise.all([coverageNotices.enqueueDueNotices(), coverageNotices.enqueueDueNotices()])
  await coverageNotices.enqueueDueNotices()
  const written = await shop.mail.listByRecipient('ana@example.com')
  expect(written.map(({ subject }) => subject)).toEqual(['Chegamos aí'])
  expect(await coverageNotices.listNotices('ana@example.com')).toMatchObject([{ zipcode: '08200000' }])
  expect(await waiting()).toEqual([['ana@example.com', '08200000']])
})

test('a request is forgotten after a year; no postal code, one that is served, or too much from one address is refused', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const { coverageNotices } = shop.delivery
  await expect(coverageNotices.requestNotice('ana@example.com', '123', 'test')).rejects.toMatchObject({
    code: 'zipcode.invalid',
  })
  await expect(coverageNotices.requestNotice('ana@example.com', '01310-100', 'test')).rejects.toMatchObject({
    code: 'zipcode.covered',
  })
  for (let time = 0; time < 10; time += 1) await coverageNotices.requestNotice('ana@example.com', far, `net ${time}`)
  await expect(coverageNotices.requestNotice('ana@example.com', far, 'another')).rejects.toMatchObject({
    code: 'limit.reached',
  })
  shop.clock.pass(366 * 24 * 60)
  await coverageNotices.enqueueDueNotices()
  expect(await shop.database.db.selectFrom('coverageNotice').selectAll().execute()).toEqual([])
})

test('a network asks three hundred times in an hour, whatever the e-mails; the next is refused', async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const { coverageNotices } = shop.delivery
  const ask = (time: number, network = 'one') => coverageNotices.requestNotice(`ana${time}@example.com`, far, network)
  for (let time = 1; time <= 300; time += 1) await ask(time)
  await expect(ask(301)).rejects.toMatchObject({ code: 'limit.reached', status: 429 })
  expect(await coverageNotices.listNotices('ana301@example.com')).toEqual([])
  await ask(301, 'another')
  shop.clock.pass(61)
  await ask(32)
})
