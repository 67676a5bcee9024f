/**
 * Takes routes that no page's scripts ever open out of the manifest that browsers fetch: files for robots, and the counter,
 * which works without scripts. Remix (v2) has no setting for it; after an upgrade that writes the manifest otherwise this ends
 * the build with a message.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const unseen = /^(seo|counter)\//
const assets = join(import.meta.dirname, '..', '..', 'build', 'client', 'assets')
const name = (await readdir(assets)).find((file) => /^manifest-[\da-f]{8}\.js$/.test(file))
if (!name) throw new Error('build/client/assets has no manifest: see server/cli/trim-manifest.ts')
const [, start = '', json = '', end = ''] =
  /^(window\.__remixManifest=)(\{.*\})(;?)\s*$/s.exec(await readFile(join(assets, name), 'utf8')) ?? []
if (!json) throw new Error(`${name} is written in another way than before: see server/cli/trim-manifest.ts`)
const manifest = JSON.parse(json)
const routes = Object.entries(manifest.routes)
manifest.routes = Object.fromEntries(routes.filter(([id]) => !unseen.test(id)))
await writeFile(join(assets, name), start + JSON.stringify(manifest) + end)
