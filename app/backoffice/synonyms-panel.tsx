import type { SearchExplanation, SynonymGroup } from '#server/catalogue/synonyms.ts'
import { muted, row, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { TextArea, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { Picture } from '../ui/picture/picture.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { IntentButton } from './intent-button.tsx'
import { RestHint } from './list-pages.tsx'
import * as merchandisingCss from './merchandising.css.ts'
import { saveSynonymsForm } from './merchandising-forms.server.ts'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

/** The query parameter with the search that is explained. */
export const explainedSearchParam = 'experimentar'

type ShownGroup = SynonymGroup & { seenHash: string }

type SynonymsPanelProps = {
  groups: ShownGroup[]
  /** The day's, the most frequent first. */
  zeroResultSearches: { words: string; times: number }[]
  /** The search typed into the box, with what it finds; null where none was. */
  explainedSearch: { query: string; explanation: SearchExplanation } | null
  /** The page's own path. */
  action: string
  request: StaffRequest
}

/** A box to try a search in, beside the day's searches that found nothing; then the groups of words that mean the same. */
export function SynonymsPanel({ groups, zeroResultSearches, explainedSearch, action, request }: SynonymsPanelProps) {
  const { failedForm } = request
  // What was tried stays on the page that a form leads to.
  const formAction = explainedSearch
    ? `${action}?${new URLSearchParams({ [explainedSearchParam]: explainedSearch.query })}`
    : action
  return (
    <Panel title={texts.synonymsTitle} id="sinonimos">
      <p className={muted}>{texts.synonymsHint}</p>
      <div className={merchandisingCss.twoColumnGrid}>
        <div className={stack}>
          <form action={`${action}#sinonimos`}>
            <TextField
              label={texts.searchPreviewLabel}
              name={explainedSearchParam}
              type="search"
              maxLength={100}
              defaultValue={explainedSearch?.query}
              actionButton={<Button variant="outline">{texts.previewSearch}</Button>}
            />
          </form>
          {explainedSearch && <ExplainedSearch {...explainedSearch} />}
          <SynonymGroupForm
            group={null}
            initialWords={
              explainedSearch && explainedSearch.explanation.productCount === 0 ? `${explainedSearch.query}, ` : ''
            }
            action={formAction}
            request={request}
          />
        </div>
        <ZeroResultSearches searches={zeroResultSearches} action={action} />
      </div>
      <details className={merchandisingCss.disclosure} open={Boolean(failedForm?.getFieldValue('group_id'))}>
        <summary>{texts.groupCount(groups.length)}</summary>
        <div className={stack}>
          {groups.map((group) => (
            <SynonymGroupForm
              key={group.id}
              group={group}
              initialWords={group.words.join(', ')}
              action={formAction}
              request={request}
            />
          ))}
        </div>
      </details>
    </Panel>
  )
}

function ExplainedSearch({
  query,
  explanation: { alternatives, correctedQuery, productCount: resultCount, isCapped, products },
}: NonNullable<SynonymsPanelProps['explainedSearch']>) {
  return (
    <section className={`${tightStack} ${merchandisingCss.searchResult}`} aria-label={texts.searchPreviewTitle(query)}>
      {alternatives.length === 0 && <p>{texts.tooShort}</p>}
      {alternatives.length > 0 && (
        <p>
          {texts.searchTermsLabel}{' '}
          {alternatives.map((term, termIndex) => (
            <span key={term.join()}>
              {termIndex > 0 && `, ${texts.andWord} `}
              {term.map((word, wordIndex) => (
                <span key={word}>
                  {wordIndex > 0 && ` ${texts.orWord} `}
                  <b>{word}</b>
                </span>
              ))}
            </span>
          ))}
          .
        </p>
      )}
      {correctedQuery !== null && <p>{texts.correctedSearchHint(correctedQuery)}</p>}
      {resultCount > 0 && (
        <p>
          <b>{texts.resultCount(resultCount, isCapped)}</b>
          {resultCount > products.length && <span data-rest>{texts.firstFoundCount(products.length)}</span>}
        </p>
      )}
      {resultCount === 0 && alternatives.length > 0 && <p>{texts.nothingFound}</p>}
      {products.length > 0 && (
        <ol className={merchandisingCss.foundProducts}>
          {products.map(({ id, slug, name, pictureKey, priceCents }) => (
            <li key={id}>
              <Picture pictureKey={pictureKey} width={80} alt="" />
              <a href={`/produto/${slug}`}>{name}</a>
              <span>{formatMoney(priceCents)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type ZeroResultSearchesProps = { searches: SynonymsPanelProps['zeroResultSearches']; action: string }

function ZeroResultSearches({ searches, action }: ZeroResultSearchesProps) {
  return (
    <section className={tightStack}>
      <h3>{texts.emptySearches}</h3>
      {searches.length === 0 && <p className={muted}>{texts.noEmptySearches}</p>}
      <ul className={merchandisingCss.plainList}>
        {searches.map(({ words: query, times: searchCount }) => (
          <li key={query}>
            <a href={`${action}?${new URLSearchParams({ [explainedSearchParam]: query })}#sinonimos`}>{query}</a>{' '}
            <small>{texts.searchCount(searchCount)}</small>
          </li>
        ))}
      </ul>
      <RestHint shownCount={searches.length} maxCount={20}>
        {texts.moreEmptySearches}
      </RestHint>
    </section>
  )
}

type SynonymGroupFormProps = {
  /** Null: a new one. */
  group: ShownGroup | null
  initialWords: string
  action: string
  request: StaffRequest
}

const charsPerPhoneLine = 36

function SynonymGroupForm({ group, initialWords, action, request }: SynonymGroupFormProps) {
  const { field, seenState } = showStaffForm(saveSynonymsForm, request, {
    texts: group ? ({ words: [texts.groupLabel(group.words[0] ?? '')] } as const) : texts.synonymFields,
    values: { words: initialWords },
    row: { group_id: group?.id ?? '' },
    intents: ['tirar-sinonimos'],
  })
  const { label, defaultValue: words = '', ...wordsProps } = field('words')
  return (
    <PostForm className={group ? merchandisingCss.synonymGroup : tightStack} action={action}>
      <input type="hidden" name="group_id" value={group?.id ?? ''} />
      {group && seenState(group.seenHash)}
      <TextArea
        {...wordsProps}
        label={group ? <span className={visuallyHidden}>{label}</span> : label}
        rows={group ? Math.ceil(words.length / charsPerPhoneLine) : 2}
        defaultValue={words}
      />
      <div className={row}>
        <IntentButton
          intent="sinonimos"
          label={group ? texts.save : texts.saveGroup}
          subject={group?.words[0]}
          variant="outline"
        />
        {group && (
          <IntentButton intent="tirar-sinonimos" label={texts.remove} subject={group?.words[0]} variant="text" />
        )}
      </div>
    </PostForm>
  )
}
