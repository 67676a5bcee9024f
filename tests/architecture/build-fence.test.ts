import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fenceBetweenAppAndServer } from '../../vite.config.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'balcao-fence-'))
  mkdirSync(join(root, 'app', 'routes'), { recursive: true })
  mkdirSync(join(root, 'server'))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', imports: { '#server/*': './server/*' } }))
  writeFileSync(join(root, 'server', 'shop.ts'), 'export type Shop = object; export const secret = 1')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function buildPage(source: string) {
  writeFileSync(join(root, 'app', 'routes', 'page.ts'), source)
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [fenceBetweenAppAndServer(root)],
    build: { write: false, rollupOptions: { input: join(root, 'app', 'routes', 'page.ts') } },
  })
}

test('a page that takes a type from the server builds', async () => {
  await buildPage("import type { Shop } from '#server/shop.ts'\nexport const name = (shop: Shop) => console.log(shop)")
})

test('a page that imports the server at run time does not build', async () => {
  await expect(buildPage("import { secret } from '#server/shop.ts'\nconsole.log(secret)")).rejects.toThrow(
    'app/routes/page.ts imports #server/shop.ts at run time',
  )
  await expect(buildPage("import { secret } from '../../server/shop.ts'\nconsole.log(secret)")).rejects.toThrow(
    'app/routes/page.ts imports ../../server/shop.ts at run time',
  )
  await expect(buildPage("import('../../server/shop.ts').then(console.log)")).rejects.toThrow('at run time')
})
