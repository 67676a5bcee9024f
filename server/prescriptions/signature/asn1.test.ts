import { expect, test } from 'vitest'
import { decodeText, parseAsn1 } from './asn1.ts'

const utf8String = 0x0c
const teletexString = 0x14
const bmpString = 0x1e

test.each([
  ['UTF-8', utf8String, Buffer.from('JOÃO')],
  ['Latin-1 where it calls itself UTF-8', utf8String, Buffer.from('JOÃO', 'latin1')],
  ['Latin-1', teletexString, Buffer.from('JOÃO', 'latin1')],
  ['UTF-16', bmpString, Buffer.from('JOÃO', 'utf16le').swap16()],
])('a signer’s name is read in the letters that its program wrote: %s', (_encoding, tag, content) => {
  expect(decodeText(parseAsn1(Buffer.from([tag, content.length, ...content])))).toBe('JOÃO')
})
