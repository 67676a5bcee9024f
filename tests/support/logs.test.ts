import { expect, test } from 'vitest'
import { leaksIn } from './logs.ts'

const request = '{"level":30,"time":1773147600000,"pid":123456,"method":"POST","path":"/login","status":303,"ms":4.2}'

test('a log of requests leaks nothing', () => {
  const typed = ['uma frase', '234567', '123456']
  expect(leaksIn([request, 'at loader (node_modules/@remix-run/node/index.js:1:1)'], typed)).toEqual([])
})

test.each([
  '{"path":"/login","email":"ana@example.com"}',
  '{"msg":"cpf 529.982.247-25"}',
  '{"phone":"(11) 98765-4321"}',
  '{"row":{"password_hash":"$argon2id$v=19$m=19456"}}',
  '{"body":{"password":"uma \\"frase\\" longa"}}',
  '{"msg":"code 654321 was wrong"}',
])('a log with %s leaks', (line) => {
  expect(leaksIn([request, line], ['uma "frase" longa', '654321'])).toHaveLength(1)
})
