/**
 * `npm run bench -- compare A.json B.json`: the figures that two runs of `-- all` have in common, and B's share of A's; those that
 * differ by a tenth or more are marked. First what the machines were, since only figures of one machine compare.
 */
import { readFileSync } from 'node:fs'

const marked = 0.1
const [, , , first, second] = process.argv
if (!first || !second) {
  console.error('npm run bench -- compare A.json B.json')
  process.exit(1)
}
const [a, b] = [first, second].map((file) => JSON.parse(readFileSync(file, 'utf8')))
console.log(`A ${JSON.stringify(a.machine)}\nB ${JSON.stringify(b.machine)}\n`)
const others = numbersIn(b.figures)
for (const [name, value] of numbersIn(a.figures)) {
  const other = others.get(name)
  if (other === undefined) continue
  const ratio = other / value
  const mark = Math.abs(ratio - 1) >= marked ? (ratio > 1 ? ' +' : ' -') : ''
  const share = Number.isFinite(ratio) ? `${ratio.toFixed(2)}${mark}` : ''
  console.log(`${name.padEnd(70)} ${String(value).padStart(10)} ${String(other).padStart(10)} ${share.padStart(8)}`)
}

/** Every number in a JSON value, by its path. */
function numbersIn(value: unknown, path = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[path, value]])
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...numbersIn(inner, path ? `${path}.${name}` : name)]),
  )
}
