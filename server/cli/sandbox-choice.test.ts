import { join } from 'node:path'
import { expect, test } from 'vitest'

const { chooseSandbox } = await import(join(import.meta.dirname, 'sandbox-choice.mjs'))

test.each(['SESSION_SECRETS', 'ENCRYPTION_KEYS', 'DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'PIX_CLIENT_ID'])(
  'where %s is set, the sandbox opens for nobody who does not ask for it',
  (name) => {
    const live = { PATH: '/bin', [name]: 'of-a-live-shop' }
    expect(chooseSandbox(live)).toBeUndefined()
    expect(chooseSandbox({ ...live, SANDBOX: '' })).toBeUndefined()
    expect(chooseSandbox({ ...live, SANDBOX: '0' })).toBe('0')
    expect(chooseSandbox({ ...live, SANDBOX: '1' })).toBe('1')
  },
)

test('where no setting of a live shop has a value, the sandbox opens unless it is declined', () => {
  expect(chooseSandbox({ PATH: '/bin', PUBLIC_URL: '', MAIL_FROM: 'loja@example.com' })).toBe('1')
  expect(chooseSandbox({ SANDBOX: '0' })).toBe('0')
})
