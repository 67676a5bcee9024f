import type { Category } from '#server/catalogue/types.ts'
import { muted } from '../styles/shared.css.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { Select } from '../ui/field/field.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { IntentButton } from './intent-button.tsx'
import * as merchandisingCss from './merchandising.css.ts'
import { setCategoryIconForm } from './merchandising-forms.server.ts'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

/** An icon of the domain without a name here does not compile. */
const labelByIcon: Record<Category['icon'], string> = texts.icons

type CategoriesPanelProps = {
  categories: (Category & { seenHash: string })[]
  action: string
  request: StaffRequest
}

/** Each category with the icon of its tile on the home page. */
export function CategoriesPanel({ categories, action, request }: CategoriesPanelProps) {
  return (
    <Panel title={texts.categoriesTitle} id="categorias">
      <p className={muted}>{texts.categoriesHint}</p>
      {categories.map(({ id, name, icon, seenHash }) => {
        const { field, seenState } = showStaffForm(setCategoryIconForm, request, {
          texts: { icon: [name] },
          values: { icon },
          row: { id },
        })
        return (
          <PostForm key={id} className={merchandisingCss.iconForm} action={action}>
            <Icon name={icon} />
            <input type="hidden" name="id" value={id} />
            {seenState(seenHash, { icon: () => labelByIcon[icon] })}
            <Select {...field('icon')} options={Object.entries(labelByIcon)} />
            <IntentButton intent="icone" label={texts.save} subject={name} variant="outline" />
          </PostForm>
        )
      })}
    </Panel>
  )
}
