import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DocumentContextProvider } from './document-context.ts'
import { markupOf } from './made-once.server.ts'
import { useMadeOnce } from './made-once.ts'

let made = 0

function Label({ name, count }: { name: string; count?: number }) {
  made++
  return (
    <>
      {name} & {count ?? 'nenhum'}
      <b title='"'>{name}</b>
    </>
  )
}

function Row(props: { name: string; count?: number }) {
  return <li {...useMadeOnce(<Label {...props} />)} />
}

const rendered = (row: ReactElement) =>
  renderToString(<DocumentContextProvider value={{ scripts: true, markupOf }}>{row}</DocumentContextProvider>)

test('what is made once is the markup that React makes anew', () => {
  for (const row of [<Row key="1" name="Dipirona <1g>" />, <Row key="2" name="Soro “fisiológico”" count={2} />]) {
    for (const _ of [1, 2]) expect(rendered(row)).toBe(renderToString(row))
  }
})

test('it is made once for the same props, and anew for others', () => {
  made = 0
  for (const _ of [1, 2, 3]) rendered(<Row name="Novalgina" count={1} />)
  expect(made).toBe(1)
  expect(rendered(<Row name="Novalgina" count={2} />)).toContain('2')
  expect(made).toBe(2)
})

test('what was not asked for for longest is forgotten, what is asked for again stays', () => {
  rendered(<Row name="first" />)
  rendered(<Row name="second" />)
  for (let count = 0; count < 999; count++) {
    rendered(<Row name="other" count={count} />)
    rendered(<Row name="first" />)
  }
  made = 0
  rendered(<Row name="first" />)
  expect(made).toBe(0)
  rendered(<Row name="second" />)
  expect(made).toBe(1)
})

test('long ones are forgotten sooner: who asks for many does not fill the memory', () => {
  const long = (start: string) => rendered(<Row name={start.padEnd(100_000, 'x')} />)
  long('first')
  for (let count = 0; count < 50; count++) long(`${count}`)
  made = 0
  long('49')
  expect(made).toBe(0)
  long('first')
  expect(made).toBe(1)
})
