import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createProfileFile } from './profile-file.ts'
import { readShopProfile } from './shop-profile.ts'

const demoProfile = readShopProfile('server/demo/shop.json')

/** In a folder of its own; time stands still until `pass`. */
function openProfileFile() {
  vi.useFakeTimers({ toFake: ['performance'] })
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-profile-'))
  onTestFinished(() => {
    vi.useRealTimers()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const logged: string[] = []
  const file = createProfileFile({
    dataDir,
    isLive: false,
    initialProfile: demoProfile,
    log: { warn: (_, message) => logged.push(message) },
  })
  const path = join(dataDir, 'shop.json')
  return {
    file,
    logged,
    path,
    edit: (content: object | string) =>
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content)),
    pass: (ms: number) => vi.advanceTimersByTime(ms),
  }
}

test('a file that is edited by hand is looked at once a second', () => {
  const { file, edit, pass } = openProfileFile()
  expect(file.read()).toBe(demoProfile)
  edit({ ...demoProfile, name: 'Farmácia do Largo' })
  pass(999)
  expect(file.read()).toBe(demoProfile)
  pass(1)
  expect(file.read().name).toBe('Farmácia do Largo')
  const profile = file.read()
  pass(1_000)
  expect(file.read()).toBe(profile)
})

test('of a file that cannot be read the one before counts, and the log says so once', () => {
  const { file, edit, pass, logged } = openProfileFile()
  for (const content of ['{', { ...demoProfile, name: '' }]) {
    edit(content)
    for (let seconds = 0; seconds < 3; seconds += 1) {
      pass(1_000)
      expect(file.read()).toBe(demoProfile)
    }
  }
  expect(logged).toEqual(Array(2).fill('shop.json cannot be read: the one before it counts'))
  edit({ ...demoProfile, name: 'Farmácia do Largo' })
  pass(1_000)
  expect(file.read().name).toBe('Farmácia do Largo')
})

test('what is written counts at once; what is left out goes, and what is none of the profile stays', async () => {
  const { file, edit, path } = openProfileFile()
  edit({ ...demoProfile, whatsapp: '(11) 98765-4321', note: 'ligar antes de mudar' })
  file.read()
  await file.write({ ...demoProfile, name: 'Farmácia do Largo' })
  expect(file.read().name).toBe('Farmácia do Largo')
  const content = JSON.parse(readFileSync(path, 'utf8'))
  expect(content).toEqual({ ...demoProfile, name: 'Farmácia do Largo', note: 'ligar antes de mudar' })
})
