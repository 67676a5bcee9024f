import { shellTexts as texts } from '../texts/shell.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Categories } from './categories.tsx'

/** The page of all categories, as a drawer. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={texts.categories} size="drawer">
      <Categories />
    </Dialog>
  )
}
