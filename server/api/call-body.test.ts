import { expect, test } from 'vitest'
import { findMultipartToken } from './call-body.ts'

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const found = (text: string) => findMultipartToken(Buffer.from(text, 'latin1'))

test('the token of a multipart form is found where the beginning holds all of it', () => {
  expect(found(`${part('token', 'abc')}--b`)).toBe('abc')
  expect(found(`${part('type', '2')}${part('token', 'abc')}${part('file', 'x')}`)).toBe('abc')
  expect(found('--b\r\nContent-Disposition: form-data; name=token\r\nContent-Type: text/plain\r\n\r\nabc\r\n--b')).toBe(
    'abc',
  )
  expect(found(`${part('token', '')}--b`)).toBe('')
  for (const text of [
    '',
    part('tokens', 'abc'),
    part('type', 'token'),
    part('token', 'abc').slice(0, -2),
    'name=token\r\n',
  ]) {
    expect([text, found(text)]).toEqual([text, undefined])
  }
})

test('a beginning that names the token over and over is read once', () => {
  expect(found('name=token\r\n'.repeat(200_000))).toBeUndefined()
  expect(found(`name=token\r\n\r\n${'name=token\r\n'.repeat(200_000)}`)).toBeUndefined()
})
