import { expect, test } from 'vitest'
import { enter } from './visitor.server.ts'

test.each(['pharmacist', '', 'toString', 'constructor'])(
  'an access rule that does not exist is an error: "%s"',
  (name) => {
    const asked = { request: new Request('http://shop.test/'), params: {}, context: {} }
    expect(() => enter(name as never, asked as never)).toThrow(`unknown access rule: ${name}`)
  },
)
