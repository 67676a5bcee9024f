import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface Service {
  profiles?: string[]
  cap_drop?: string[]
  read_only?: boolean
  mem_limit?: string
  ports?: string[]
  depends_on?: Record<string, unknown>
}

const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>
}

test.each([
  ['live', ['shop', 'backups', 'database', 'proxy']],
  ['demo', ['demo']],
])('docker compose --profile %s starts its own services alone', (profile, expected) => {
  const started = Object.entries(services).filter(([, { profiles = [profile] }]) => profiles.includes(profile))
  expect(started.map(([name]) => name)).toEqual(expected)
  const needed = started.flatMap(([, { depends_on = {} }]) => Object.keys(depends_on))
  expect(expected).toEqual(expect.arrayContaining(needed))
})

test('of a live shop only the proxy is reached from outside', () => {
  const open = Object.entries(services).filter(([, { profiles, ports }]) => profiles?.includes('live') && ports)
  expect(open.map(([name]) => name)).toEqual(['proxy'])
})

test.each(Object.entries(services))(
  '%s of compose.yaml gives up privileges, and has a limit of memory',
  (_name, each) => {
    expect(each).toMatchObject({ cap_drop: ['ALL'], read_only: true, mem_limit: expect.stringMatching(/^\d+[mg]$/) })
  },
)

test('the service of going-live.md tries again until its database is there', () => {
  const guide = readFileSync('server/cli/going-live.md', 'utf8')
  const [, unit = ''] = /```ini\n([\s\S]*?)```/.exec(guide) ?? []
  const [, start = '', service = ''] = /\[Unit\]([\s\S]*)\[Service\]([\s\S]*)\[Install\]/.exec(unit) ?? []
  expect(start).toMatch(/^StartLimitIntervalSec=0$/m)
  expect(service).toMatch(/^Restart=always\nRestartSec=[1-9]\d*$/m)
})
