import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readCmedList } from './cmed-list.ts'

function listOf(...rows: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-cmed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'list.csv')
  writeFileSync(file, ['CÓDIGO GGREM;REGISTRO;EAN 1;PRODUTO;PMC 18 %', ...rows, ''].join('\n'))
  return file
}

test('a medicine without a price for consumers has no ceiling, and one of zero is none', async () => {
  const list = listOf(
    '552920020115107;1057307060021;7896181926597;AZITROMICINA;33,22',
    '552920020115207;1057307060038;7896181926603;AZITROMICINA;0,00',
    '552919110085907;1057307200026;7896658026645;ZIRK;    -     ',
  )
  expect(await readCmedList(list)).toEqual([
    {
      ...{ ggrem: '552920020115107', registration: '1057307060021', eans: ['7896181926597'] },
      ...{ ceilings: { 'PMC 18 %': 3322 }, isGeneric: null, isIcmsFree: false },
    },
  ])
})
