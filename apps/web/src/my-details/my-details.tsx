import { Anchor, Stack, Text } from '@mantine/core'
import { type MyDetails as Mine, myDetails } from '@mshahara/contract/my-details'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconIdBadge } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { HeadSkeleton } from '../ui/skeletons.tsx'
import { Tag } from '../ui/status.tsx'
import { inOneLine } from './change.tsx'
import classes from './my-details.module.css'
import { OpenProposal } from './open-proposal.tsx'
import { ProposalForm } from './proposal-form.tsx'
import { detailTexts } from './texts.ts'

/** One's own record: what the employer holds, and what one proposes to change of it. */
export default function MyDetails() {
  const t = useTexts(detailTexts)
  const { employee_id } = useProfile()
  const enabled = employee_id != null
  const { data } = useRead(myDetails.get, undefined, { enabled })
  return (
    <Page title={t.title} subtitle={t.lead}>
      {!enabled && (
        <section className="card">
          <Empty icon={IconIdBadge} title={t.nobody} />
        </section>
      )}
      {enabled && !data && <HeadSkeleton label={t.title} />}
      {data && <Content mine={data} />}
    </Page>
  )
}

function Content({ mine }: { mine: Mine }) {
  const t = useTexts(detailTexts)
  const [editing, setEditing] = useState(false)
  const { proposal } = mine
  return (
    <Stack gap="lg" maw={760}>
      {proposal && !editing ? (
        <OpenProposal mine={mine} proposal={proposal} onEdit={() => setEditing(true)} />
      ) : (
        <ProposalForm
          key={proposal?.id}
          mine={mine}
          onDone={() => setEditing(false)}
          {...(proposal && { onCancel: () => setEditing(false) })}
        />
      )}
      <Past mine={mine} />
      <Text size="sm" c="dimmed">
        {t.others}{' '}
        <Anchor component={Link} to={`/employee/${mine.employee_id}`} inherit underline="always">
          {t.all}
        </Anchor>
      </Text>
    </Stack>
  )
}

function Past({ mine: { past } }: { mine: Mine }) {
  const t = useTexts(detailTexts)
  if (past.length === 0) return null
  return (
    <Card title={t.past}>
      <ul className={classes.list}>
        {past.map((proposal) => (
          <li key={proposal.id}>
            <Text size="sm" c="dimmed">
              {date(proposal.decided_at ?? proposal.created_at)}
            </Text>
            {proposal.changes.map(({ subject, after, accepted }) => (
              <p key={subject} className={classes.values}>
                {`${t[subject]}${subject === 'photo' ? '' : `: ${inOneLine(subject, after) || t.none}`} `}
                {proposal.status === 'withdrawn' ? (
                  <Tag>{t.isWithdrawn}</Tag>
                ) : (
                  <Tag tone={accepted ? 'green' : 'red'}>{accepted ? t.accepted : t.refused}</Tag>
                )}
              </p>
            ))}
            {proposal.reason && <Text size="sm">{t.reason({ reason: proposal.reason })}</Text>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
