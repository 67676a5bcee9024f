import { muted, stack } from '../styles/shared.css.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { formatDay } from '../texts/format.ts'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BranchSelect } from './branch-select.tsx'
import { IntentRow } from './intent-button.tsx'
import { setNoticeForm } from './merchandising-forms.server.ts'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

type NoticesPanelProps = {
  /** Of every branch; its own notice, or null. */
  branchNotices: { id: number; name: string; notice: string | null; lastDay: string | null }[]
  seenHash: string
  action: string
  request: StaffRequest
}

/** The notice above every page, of one branch or of all. */
export function NoticesPanel({ branchNotices, seenHash, action, request }: NoticesPanelProps) {
  const { field } = showStaffForm(setNoticeForm, request, { texts: texts.noticeFields })
  return (
    <Panel title={texts.noticeTitle} id="aviso-da-loja">
      <p className={muted}>{texts.noticeHint}</p>
      {branchNotices
        .filter(({ notice }) => notice !== null)
        .map(({ id, name, notice, lastDay }) => (
          <p key={id}>
            <b>{name}</b>: “{notice}” {lastDay && texts.untilDay(formatDay(lastDay))}
          </p>
        ))}
      <PostForm className={`${stack} ${css.narrowForm}`} action={action}>
        <SeenState seenHash={seenHash} />
        <TextField {...field('text')} isOptional={false} />
        <TextField {...field('lastDay')} />
        <BranchSelect {...field('branch')} branches={branchNotices} />
        <IntentRow intent="aviso" label={texts.save} variant="outline" />
      </PostForm>
    </Panel>
  )
}
