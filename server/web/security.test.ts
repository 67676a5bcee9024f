import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildPageCsp } from './security.ts'

const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

test('a page’s policy names its inline scripts and styles by their hashes, and nothing else', () => {
  const page = `<style id="styles">a{}</style><link rel="stylesheet" href="/a.css"><script type="application/ld+json">{}</script>
<script>one()</script><script type="speculationrules">{"á":1}</script><p>&lt;script&gt;no()&lt;/script&gt;</p>
<script type="text/plain" id="framework">import "/a.js"\n</script>`
  const policy = Object.fromEntries(
    buildPageCsp(page)
      .split(';')
      .map((directive) => directive.split(/ (.*)/)),
  )
  expect(policy['style-src']).toBe(`'self' ${sourceOf('a{}')}`)
  expect(policy['script-src']).toBe(["'self'", ...['one()', '{"á":1}', 'import "/a.js"\n'].map(sourceOf)].join(' '))
})
