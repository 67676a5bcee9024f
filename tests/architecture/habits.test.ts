import { expect, test } from 'vitest'
import { namesAreHabits } from './habits.ts'
import { isCode, listFiles, readSources } from './sources.ts'

const sources = readSources(
  listFiles({ untracked: true }).filter((path) => isCode(path) && /^(server|app)\//.test(path)),
)

test('names say what they hold: the habits that have ended do not return', () => {
  expect(namesAreHabits(sources)).toEqual([])
})

test('the fence notices each habit', () => {
  const text = [
    'const found = 1',
    'const mostEmails = 5',
    'interface Parts { clock: Clock }',
    'interface StaffDesk { actor: Actor }',
    "function refuseEmpty(bag: Bag) { if (bag.isEmpty) throw new ShopError('bag.empty') }",
    'async function holdAccount(tx: Transaction) { await tx.lock() }',
    'export function openBags() { return { review } }',
    'const { lines: kept } = bag',
    "const removeLine = defineShopForm({ intent: 'remove' })",
    "const texts = { asked: '' } satisfies Record<string, string>",
  ].join('\n')
  expect(namesAreHabits([{ path: 'server/bag/bag.ts', text }])).toHaveLength(10)
})

test('words of a column, a contract, a library, and what is closed, are not habits', () => {
  const text = [
    "const rows = await query.select('used').execute()",
    'const Output = z.object({ used: z.number() })',
    'const { found } = library()',
    "const texts = { asked: '' } satisfies Record<'open' | 'asked', string>",
    'function openFile() { return { close } }',
  ].join('\n')
  expect(namesAreHabits([{ path: 'server/bag/bag.ts', text }])).toEqual([])
})
