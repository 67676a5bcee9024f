import type { Problem } from '#server/problems/problem.ts'
import { muted, row, stack } from '../../styles/shared.css.ts'
import { formatDateAndTime } from '../../texts/dates.ts'
import { problemTexts as texts } from '../../texts/problems.ts'

type ProblemConversationProps = {
  problem: Pick<Problem, 'id' | 'kind' | 'message' | 'messages' | 'photoIds' | 'createdAt'>
  /** The customer's name as the reader sees it. */
  customerName: string
  /** Where a photo is, without its number. */
  photoBasePath: string
}

/** The report and its messages, oldest first. */
export function ProblemConversation({ problem, customerName, photoBasePath }: ProblemConversationProps) {
  return (
    <ol className={stack}>
      <li>
        <p>
          <b>{customerName}</b> <time className={muted}>{formatDateAndTime(problem.createdAt)}</time>
        </p>
        <p>
          <b>{texts.kinds[problem.kind]}</b>
        </p>
        {problem.message && <p>{problem.message}</p>}
        {problem.photoIds.length > 0 && (
          <p className={row}>
            {problem.photoIds.map((id, index) => (
              <a key={id} href={`${photoBasePath}/${id}`}>
                <img
                  src={`${photoBasePath}/${id}`}
                  alt={texts.photoAlt(index + 1)}
                  width={96}
                  height={96}
                  loading="lazy"
                />
              </a>
            ))}
          </p>
        )}
      </li>
      {problem.messages.map(({ at, staff, text }) => (
        <li key={at.toISOString()}>
          <p>
            <b>{staff ? [staff.name, staff.crf].filter(Boolean).join(', ') : customerName}</b>{' '}
            <time className={muted}>{formatDateAndTime(at)}</time>
          </p>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
