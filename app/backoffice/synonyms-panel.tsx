import type { ReactNode } from 'react'
import type { SearchExplanation, SynonymGroup } from '#server/catalogue/synonyms.ts'
import { muted, row, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { TextArea, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { Picture } from '../ui/picture/picture.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as merchandisingCss from './merchandising.css.ts'
import type { FailedForm } from './staff-pages.server.tsx'

/** The query parameter with the words of the try-it box. */
export const trialParam = 'experimentar'

type PanelProps = {
  groups: SynonymGroup[]
  /** The day's, the most frequent first. */
  emptySearches: { words: string; times: number }[]
  /** The words in the try-it box, with what they find; null: nothing was tried. */
  trial: { query: string; explanation: SearchExplanation } | null
  /** The page's own address. */
  action: string
  failedForm: FailedForm | undefined
}

/** A box to try a search in, beside the day's searches that found nothing; then the groups of words that mean the same. */
export function SynonymsPanel({ groups, emptySearches, trial, action, failedForm }: PanelProps) {
  const hasFormError = failedForm?.intent === 'sinonimos'
  const getFailedForm = (id: number | null) =>
    hasFormError && failedForm.fieldValue('grupo') === (id === null ? '' : String(id)) ? failedForm : undefined
  // What was tried stays on the page that a form leads to.
  const formAction = trial ? `${action}?${new URLSearchParams({ [trialParam]: trial.query })}` : action
  return (
    <Panel title={texts.synonymsTitle} id="sinonimos">
      <p className={muted}>{texts.synonymsHint}</p>
      <div className={merchandisingCss.sideBySide}>
        <div className={stack}>
          <form action={`${action}#sinonimos`}>
            <TextField
              label={texts.trySearchLabel}
              name={trialParam}
              type="search"
              maxLength={100}
              defaultValue={trial?.query}
              action={<Button variant="outline">{texts.trySearch}</Button>}
            />
          </form>
          {trial && <SearchTrial {...trial} />}
          <GroupForm
            label={texts.newGroup}
            hint={texts.newGroupHint}
            group={null}
            words={trial && trial.explanation.total === 0 ? `${trial.query}, ` : ''}
            action={formAction}
            failedForm={getFailedForm(null)}
          />
        </div>
        <EmptySearches searches={emptySearches} action={action} />
      </div>
      <details className={merchandisingCss.disclosure} open={hasFormError && failedForm.fieldValue('grupo') !== ''}>
        <summary>{texts.groupCount(groups.length)}</summary>
        <div className={stack}>
          {groups.map((group) => (
            <GroupForm
              key={group.id}
              label={<span className={visuallyHidden}>{texts.groupLabel(group.words[0] ?? '')}</span>}
              group={group}
              words={group.words.join(', ')}
              action={formAction}
              failedForm={getFailedForm(group.id)}
            />
          ))}
        </div>
      </details>
    </Panel>
  )
}

function SearchTrial({
  query,
  explanation: { alternatives, correctedQuery, total, isCapped, products },
}: NonNullable<PanelProps['trial']>) {
  return (
    <section className={`${tightStack} ${merchandisingCss.searchResult}`} aria-label={texts.triedSearchTitle(query)}>
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
      {total > 0 && (
        <p>
          <b>{texts.resultCount(total, isCapped)}</b>
          {total > products.length && texts.firstFoundCount(products.length)}
        </p>
      )}
      {total === 0 && alternatives.length > 0 && <p>{texts.nothingFound}</p>}
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

function EmptySearches({ searches, action }: { searches: PanelProps['emptySearches']; action: string }) {
  return (
    <section className={tightStack}>
      <h3>{texts.emptySearches}</h3>
      {searches.length === 0 && <p className={muted}>{texts.noEmptySearches}</p>}
      <ul className={merchandisingCss.plainList}>
        {searches.map(({ words, times }) => (
          <li key={words}>
            <a href={`${action}?${new URLSearchParams({ [trialParam]: words })}#sinonimos`}>{words}</a>{' '}
            <small>{texts.timesCount(times)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

type GroupFormProps = {
  label: ReactNode
  hint?: string
  /** Null: a new one. */
  group: SynonymGroup | null
  words: string
  action: string
  failedForm: FailedForm | undefined
}

/** Characters on a line of a phone. */
const charsPerLine = 36

function GroupForm({ label, hint, group, words, action, failedForm }: GroupFormProps) {
  const value = failedForm ? failedForm.fieldValue('palavras') : words
  const hiddenLabel = group && <span className={visuallyHidden}> {group.words[0]}</span>
  return (
    <PostForm className={group ? merchandisingCss.wordGroup : tightStack} action={action}>
      <input type="hidden" name="grupo" value={group?.id ?? ''} />
      <TextArea
        label={label}
        hint={hint}
        id={`palavras-${group?.id ?? 'nova'}`}
        name="palavras"
        required
        rows={group ? Math.ceil(value.length / charsPerLine) : 2}
        maxLength={900}
        defaultValue={value}
        error={failedForm?.message}
      />
      <div className={row}>
        <Button variant="outline" name="intent" value="sinonimos">
          {group ? texts.save : texts.saveGroup}
          {hiddenLabel}
        </Button>
        {group && (
          <Button variant="text" name="intent" value="tirar-sinonimos">
            {texts.remove}
            {hiddenLabel}
          </Button>
        )}
      </div>
    </PostForm>
  )
}
