import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface LockedPackage {
  version: string
  license?: string
  dev?: boolean
  devOptional?: boolean
}

/** What a live shop runs on, on any platform, by the lock file. */
const packages = Object.entries<LockedPackage>(JSON.parse(read('package-lock.json')).packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .map(([path, { version, license = 'none' }]) => ({
    name: path.split('node_modules/').at(-1) ?? '',
    version,
    license,
  }))

/** The packages that are not under the MIT licence: `a, b` by licence, of several for one system one with a star. */
function listed(found: { name: string; license: string }[]): Record<string, string> {
  const others = found.filter(({ license }) => license !== 'MIT')
  const byLicence: Record<string, Set<string>> = {}
  for (const { name, license } of others) {
    const licence = license.replace(/^\((.*)\)$/, '$1')
    byLicence[licence] ??= new Set()
    byLicence[licence].add(name.replace(/-(arm|arm64|ia32|ppc64|riscv64|s390x|x64)$/, '-*'))
  }
  return Object.fromEntries(
    Object.entries(byLicence).map(([licence, names]) => [licence, [...names].sort().join(', ')]),
  )
}

test('the list of licences names each package of a live shop that is not under MIT', () => {
  const rows = read('server/libraries.md').matchAll(/^\| ([^|]+?) +\| ((?:`[^`|]+`(?:, )?)+) +\|$/gm)
  const named = [...rows].map(([, licence = '', names = '']) => [licence, names.replaceAll('`', '')])
  expect(Object.fromEntries(named)).toEqual(listed(packages))
})

test('the bill of materials names each package of a live shop, in its version', () => {
  const [command = '', ...args] = /^(npm sbom .+?) > /m.exec(read('server/libraries.md'))?.[1]?.split(' ') ?? []
  const bill = JSON.parse(execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }))
  const components = new Set(
    bill.components.map(({ name, version }: LockedPackage & { name: string }) => `${name}@${version}`),
  )
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.map(({ name, version }) => `${name}@${version}`).filter((name) => !components.has(name))).toEqual([])
})
