import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NewAddress } from '../../server/addresses/address-forms.ts'
import { createStreetLookup } from '../../server/addresses/street-lookup.ts'
import { demoCustomer, openTestShop, type TestShop } from '../support/shop.ts'

const typed = {
  addressType: 'Trabalho',
  zipcode: '05416000',
  street: 'Rua Fradique Coutinho',
  number: '50',
  complement: '',
  neighborhood: 'Pinheiros',
  city: 'São Paulo',
  state: 'SP',
}

async function twoCustomers(shop: TestShop) {
  const { customerId, addressId } = await demoCustomer(shop)
  const token = await shop.accounts.signInWithPassword('beneficio@example.com', 'balcao-demo-2026', 'test')
  return { customerId, addressId, otherId: (await shop.accounts.findSession(token))?.customerId ?? 0 }
}

test('an address is added, changed and removed; orders keep the one they were placed with', async () => {
  const shop = await openTestShop()
  const { customerId } = await twoCustomers(shop)
  const { id } = await shop.addresses.addAddress(customerId, typed)
  const bag = { lines: [{ productId: 60, quantity: 1 }] }
  const idempotencyKey = crypto.randomUUID()
  const order = await shop.orders.placeOrder({ customerId, addressId: id, idempotencyKey, bag, note: '' })
  expect(await shop.addresses.changeAddress(customerId, id, { ...typed, number: '52' })).toMatchObject({
    id,
    number: '52',
  })
  await shop.addresses.removeAddress(customerId, id)
  expect(await shop.addresses.listAddresses(customerId)).toHaveLength(1)
  expect(await shop.orders.getOrder(customerId, order.id)).toMatchObject({
    addressId: null,
    address: { number: '50' },
  })
})

test('a form that is sent twice makes one address and one patient', async () => {
  const shop = await openTestShop()
  const { customerId, otherId } = await twoCustomers(shop)
  const before = await shop.addresses.listAddresses(customerId)
  const twice = () => Promise.all([1, 2].map(() => shop.addresses.addAddressOnce(customerId, typed)))
  const ids = [...(await twice()), ...(await twice())].map(({ id }) => id)
  expect(new Set(ids).size).toBe(1)
  expect(await shop.addresses.listAddresses(customerId)).toHaveLength(before.length + 1)
  const others = [
    await shop.addresses.addAddressOnce(customerId, { ...typed, complement: 'Fundos' }),
    await shop.addresses.addAddressOnce(otherId, typed),
  ]
  expect(new Set([...ids, ...others.map(({ id }) => id)]).size).toBe(3)
  const { prescriptions } = shop
  const names = ['Zé Silva', 'Zé Silva', ' zé  silva ', 'Zé Souza']
  for (const name of names) await prescriptions.registerPatient(customerId, name)
  expect((await prescriptions.listPatients(customerId)).map(({ name }) => name)).toEqual(['Zé Silva', 'Zé Souza'])
})

test('a customer keeps fifty addresses, and fifty patients; one more is refused with a sentence', async () => {
  const shop = await openTestShop()
  const { customerId } = await twoCustomers(shop)
  for (let at = 1; at < 50; at += 1) await shop.addresses.addAddress(customerId, typed)
  await expect(shop.addresses.addAddress(customerId, typed)).rejects.toThrow('Cada conta guarda até 50 endereços.')
  const { prescriptions } = shop
  for (let at = 0; at < 50; at += 1) await prescriptions.registerPatient(customerId, `Ana ${at}`)
  await expect(prescriptions.registerPatient(customerId, 'Bia')).rejects.toThrow('Cada conta guarda até 50 pacientes.')
})

test('of addresses and patients sent at the same moment only fifty are kept', async () => {
  const shop = await openTestShop()
  const { customerId } = await twoCustomers(shop)
  const { addresses, prescriptions } = shop
  for (let at = 1; at < 49; at += 1) await addresses.addAddress(customerId, typed)
  for (let at = 0; at < 49; at += 1) await prescriptions.registerPatient(customerId, `Ana ${at}`)
  const atOnce = (add: (at: number) => Promise<unknown>) => Promise.allSettled([1, 2, 3, 4, 5, 6].map(add))
  const outcomes = [
    await atOnce(() => addresses.addAddress(customerId, typed)),
    await atOnce((at) => prescriptions.registerPatient(customerId, `Bia ${at}`)),
  ]
  const counts = outcomes.map((all) => all.filter(({ status }) => status === 'fulfilled').length)
  expect(counts).toEqual([1, 1])
  expect(await addresses.listAddresses(customerId)).toHaveLength(50)
  expect(await prescriptions.listPatients(customerId)).toHaveLength(50)
})

test("another customer's address is unknown, and stays as it is", async () => {
  const shop = await openTestShop()
  const { addressId, otherId } = await twoCustomers(shop)
  const before = await shop.database.db.selectFrom('address').selectAll().orderBy('id').execute()
  const refused = { code: 'address.unknown', status: 404 }
  await expect(shop.addresses.getAddress(otherId, addressId)).rejects.toMatchObject(refused)
  await expect(shop.addresses.changeAddress(otherId, addressId, typed)).rejects.toMatchObject(refused)
  await expect(shop.addresses.removeAddress(otherId, addressId)).rejects.toMatchObject(refused)
  expect(await shop.database.db.selectFrom('address').selectAll().orderBy('id').execute()).toEqual(before)
})

test('of two who remove an address at once one is told that it is unknown', async () => {
  const shop = await openTestShop()
  const { customerId, addressId } = await twoCustomers(shop)
  const both = await Promise.allSettled([1, 2].map(() => shop.addresses.removeAddress(customerId, addressId)))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an address needs lines of text of a bearable length, a postal code and a state', () => {
  const good = { ...typed, zipcode: '05416-000', state: 'sp', addressType: '' }
  expect(NewAddress.parse(good)).toMatchObject({ zipcode: '05416000', state: 'SP', addressType: 'Outros' })
  const bad = [
    { zipcode: '0541600' },
    { zipcode: 'abcdefgh' },
    { street: 'a'.repeat(10_000) },
    { street: 'Rua\u0000' },
    { street: '   ' },
    { number: '' },
    { complement: 'a'.repeat(81) },
    { state: 'XX' },
    { city: undefined },
  ]
  for (const change of bad) expect(NewAddress.safeParse({ ...good, ...change }).success).toBe(false)
})

/** A stand-in for ViaCEP. */
async function standIn(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const viaCep = { cep: '01001-000', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP' }

test('a street is looked up in the shape of ViaCEP, whether its address ends in /ws or not', async () => {
  const paths: string[] = []
  const url = await standIn((request, response) => {
    paths.push(request.url ?? '')
    response.end(JSON.stringify(viaCep))
  })
  const found = { street: 'Praça da Sé', neighborhood: 'Sé', city: 'São Paulo', state: 'SP' }
  for (const base of [url, `${url}/`, `${url}/ws`, `${url}/ws/`]) {
    expect(await createStreetLookup(base)('01001000')).toEqual(found)
  }
  expect(new Set(paths)).toEqual(new Set(['/ws/01001000/json/']))
})

test.each<[string, object, object]>([
  ['without a neighbourhood', { bairro: null }, { street: 'Praça da Sé', neighborhood: '' }],
  ['of a town with one code', { logradouro: undefined, bairro: '' }, { street: '', neighborhood: '' }],
  ['with a street that is no text', { logradouro: 7 }, { street: '', neighborhood: 'Sé' }],
  ['with its state in small letters', { uf: 'sp' }, { street: 'Praça da Sé', neighborhood: 'Sé' }],
  ['without its code', { cep: undefined }, { street: 'Praça da Sé', neighborhood: 'Sé' }],
])('an answer %s gives what it has', async (_name, changes, found) => {
  const url = await standIn((_request, response) => response.end(JSON.stringify({ ...viaCep, ...changes })))
  expect(await createStreetLookup(url)('01001000')).toEqual({ ...found, city: 'São Paulo', state: 'SP' })
})

test('a look-up that is wrong, unknown, huge or down finds nothing', async () => {
  const answers: RequestListener[] = [
    (_request, response) => response.end('{"erro": true}'),
    (_request, response) => response.end('{"erro": "true"}'),
    (_request, response) => response.end('<html>maintenance</html>'),
    (_request, response) => response.writeHead(400).end(JSON.stringify(viaCep)),
    (_request, response) => response.end(JSON.stringify({ ...viaCep, uf: 'Sao Paulo' })),
    (_request, response) => response.end(JSON.stringify({ ...viaCep, cep: '20040-002' })),
    (_request, response) => response.end(JSON.stringify({ ...viaCep, logradouro: 'a'.repeat(2_000_000) })),
    (request) => request.socket.destroy(),
  ]
  for (const answer of answers) expect(await createStreetLookup(await standIn(answer))('01001000')).toBeNull()
  expect(await createStreetLookup('http://127.0.0.1:1')('01001000')).toBeNull()
})

test('a look-up is given a second and a half for its whole answer: in it a slow one counts, after it neither silence nor a drip', async () => {
  // In place of the platform's timer, so that the test decides when the time is up.
  const time = new AbortController()
  const timer = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
  onTestFinished(() => timer.mockRestore())
  const opened: ServerResponse[] = []
  const url = await standIn((_request, response) => void opened.push(response))
  const find = async () => {
    const before = opened.length
    const found = createStreetLookup(url)('01001000')
    await expect.poll(() => opened).toHaveLength(before + 1)
    return { found, response: opened[before] }
  }
  const [slow, silent, dripping] = [await find(), await find(), await find()]
  // The shop of a test before this one may still be ending a call to its bank, which has another time.
  expect(timer.mock.calls.filter(([milliseconds]) => milliseconds === 1_500)).toHaveLength(3)
  for (const { response } of [slow, dripping]) response?.write(' ')
  slow.response?.end(JSON.stringify(viaCep))
  expect(await slow.found).toMatchObject({ street: 'Praça da Sé' })
  time.abort()
  expect(await Promise.all([silent.found, dripping.found])).toEqual([null, null])
})

test('the sandbox knows the streets of its own table', async () => {
  const { addresses } = await openTestShop()
  expect(await addresses.findStreet('01310100')).toEqual({
    street: 'Avenida Paulista',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  })
  expect(await addresses.findStreet('99999999')).toBeNull()
})

test('a street of another saved address is asked about only where its postal code is known to be elsewhere', async () => {
  const shop = await openTestShop()
  const { customerId } = await demoCustomer(shop)
  const none = { zipcode: '', street: '' }
  const ask = (zipcode: string, street = 'Avenida Paulista', pagePair = none, confirmedPair = none) =>
    shop.addresses.assertStreetFits(customerId, { ...typed, zipcode, street }, { pagePair, confirmedPair }).then(
      () => 'saved',
      ({ code }) => code,
    )
  expect(await ask('01310200')).toBe('saved')
  expect(await ask('05416000')).toBe('address.doubtful')
  expect(await ask('99999999')).toBe('saved')
  expect(await ask('05416000', 'Rua Longe')).toBe('saved')
  const pagePair = { zipcode: '01310100', street: 'Avenida Paulista' }
  expect(await ask('99999999', 'Avenida Paulista', pagePair)).toBe('address.doubtful')
  const confirmedPair = { zipcode: '99999999', street: 'Avenida Paulista' }
  expect(await ask('99999999', 'avenida paulista', pagePair, confirmedPair)).toBe('saved')
})
