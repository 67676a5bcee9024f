import { searchFieldId } from '../search/search-box.tsx'
import { shellTexts as texts } from '../texts/shell.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { FetchedCategories } from './fetched-categories.tsx'

/** The page of all categories, as a drawer, from which the search's opens. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={texts.categories} size="drawer">
      <p>
        <ButtonLink variant="outline" href={`#${searchFieldId}`} data-enhanced="search" onClick={onClose}>
          <Icon name="search" />
          {texts.searchLabel}
        </ButtonLink>
      </p>
      <FetchedCategories />
    </Dialog>
  )
}
