import type { MetaFunction } from '@remix-run/node'
import { ComponentSheet } from '../components/component-sheet/component-sheet.tsx'
import { titleOf } from '../page-title.ts'
import { sheetTexts as texts } from '../texts/component-sheet.ts'

export const meta: MetaFunction = ({ matches }) => [{ title: titleOf(matches, texts.title) }]

export default function ComponentsPage() {
  return <ComponentSheet />
}
