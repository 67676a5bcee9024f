import { expect, test } from 'vitest'
import { buildDynamicBrCode, crc16, parseBrCode } from '../../server/payments/pix/br-code.ts'
import pixVectors from '../support/pix-vectors.json' with { type: 'json' }

const { check, vectors } = pixVectors
const good = vectors.filter((vector) => vector.crc_ok)
const bad = vectors.filter((vector) => !vector.crc_ok)
const payload = (source: string, kind: string) =>
  vectors.find((vector) => vector.source.startsWith(source) && vector.kind === kind)?.payload

test('the checksum is the one of the published check value, and counts bytes, not characters', () => {
  expect(crc16(check.input)).toBe(check.crc)
  // "é" is the two bytes C3 A9.
  expect(crc16('é')).toBe('7ACB')
})

test.each(good)('a published code reads: $source, $kind', ({ payload, stated }) => {
  expect(crc16(payload.slice(0, -4))).toBe(stated)
  expect(parseBrCode(payload).name).not.toBe('')
})

test.each(bad)('a published code with a wrong checksum is refused: $source', ({ payload, computed }) => {
  expect(crc16(payload.slice(0, -4))).toBe(computed)
  expect(() => parseBrCode(payload)).toThrow('wrong checksum')
})

test('a dynamic code holds the location of its charge, and can be paid once', () => {
  expect(parseBrCode(payload('BCB Manual', 'dynamic') ?? '')).toEqual({
    isOneTime: true,
    pixKey: null,
    location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441',
    recurrenceLocation: null,
    additionalInfo: null,
    amountCents: null,
    name: 'Fulano de Tal',
    city: 'BRASILIA',
    txid: null,
  })
})

test('a static code holds key, text, amount and txid', () => {
  expect(parseBrCode(payload('made here', 'static+amount+txid') ?? '')).toEqual({
    isOneTime: false,
    pixKey: '123e4567-e12b-12d1-a456-426655440000',
    location: null,
    recurrenceLocation: null,
    additionalInfo: 'Pedido 1001',
    amountCents: 12990,
    name: 'FARMACIA DEMO LTDA',
    city: 'SAO PAULO',
    txid: 'PEDIDO1001',
  })
})

test('a code for a recurring payment holds the location of its details', () => {
  expect(parseBrCode(payload('bacen/pix-api openapi.yaml line 3570', 'recurrence') ?? '')).toMatchObject({
    location: null,
    recurrenceLocation: 'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002',
  })
})

test('the network may be named in capitals', () => {
  const text = payload('gustjose.github.io/pixcore', 'static phone key')?.slice(0, -4) ?? ''
  expect(parseBrCode(text + crc16(text)).pixKey).toBe('+5561999999999')
})

test('a written code is, character by character, the one the Central Bank publishes', () => {
  expect(
    buildDynamicBrCode({
      location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441',
      name: 'Fulano de Tal',
      city: 'BRASILIA',
    }),
  ).toBe(payload('BCB Manual', 'dynamic'))
})

test('name and city lose their accents and what is too long', () => {
  const text = buildDynamicBrCode({
    location: 'pix.example.com/qr/v2/1',
    name: 'Farmácia Ipê de São João del-Rei Ltda.',
    city: 'São José do Vale do Rio Preto',
  })
  expect(parseBrCode(text)).toMatchObject({ name: 'Farmacia Ipe de Sao Joao', city: 'Sao Jose do Val' })
})

test('the longest location a bank may give fits, a longer one is refused', () => {
  const receiver = { name: 'Farmacia', city: 'Sao Paulo' }
  expect(parseBrCode(buildDynamicBrCode({ location: 'x'.repeat(77), ...receiver })).location).toHaveLength(77)
  expect(() => buildDynamicBrCode({ location: 'x'.repeat(78), ...receiver })).toThrow(RangeError)
  expect(() => buildDynamicBrCode({ location: 'x', name: '', city: 'Sao Paulo' })).toThrow(RangeError)
})

const throwsNoPix = (read: () => unknown) => {
  expect(read).toThrow('not a Pix')
  return true
}

test('cut, doctored and foreign codes are refused', () => {
  const text = payload('BCB Manual', 'dynamic') ?? ''
  const sealed = (body: string) => body + crc16(body)
  expect(() => parseBrCode('')).toThrow('wrong checksum')
  expect(() => parseBrCode(text.slice(0, -1))).toThrow('wrong checksum')
  expect(() => parseBrCode(text.replace('Fulano', 'Sicano'))).toThrow('wrong checksum')
  expect(() => parseBrCode(text.toLowerCase())).toThrow('wrong checksum')
  // The checksum's own field has to be the last.
  expect(() => parseBrCode(sealed(text.slice(0, -8)))).toThrow('wrong checksum')
  for (const [tag, missing] of [
    ['00', '000201'],
    ['59', '5913Fulano de Tal'],
    ['60', '6008BRASILIA'],
  ] as const)
    expect([tag, () => parseBrCode(sealed(text.slice(0, -4).replace(missing, '')))]).toEqual([
      tag,
      expect.toSatisfy(throwsNoPix),
    ])
  expect(() => parseBrCode(sealed('00020x5204000063046304'))).toThrow('broken field')
  expect(() => parseBrCode(sealed('0002015999Fulano6304'))).toThrow('broken field')
  expect(() => parseBrCode(sealed('00020126080004else5913Fulano de Tal6008BRASILIA6304'))).toThrow('not a Pix')
})

test('a txid that stands for none is none', () => {
  const body = (payload('made here', 'static+amount+txid') ?? '').slice(0, -4)
  const placeholder = body.replace('0510PEDIDO1001', '0503***').replace('6214', '6207')
  expect(parseBrCode(placeholder + crc16(placeholder)).txid).toBeNull()
})
