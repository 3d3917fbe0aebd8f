import { Alert, Anchor } from '@mantine/core'
import { detailProposals, detailSubjects, myDetails } from '@mshahara/contract/my-details'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { useMay, useProfile } from '../lib/session.ts'
import { IconIdBadge } from '../ui/icons.ts'
import { detailTexts } from './texts.ts'

/** On somebody's page: what they propose, for staff; the way to propose something, for them. */
export default function DetailsProposed({ employee_id }: { employee_id: string }) {
  const { employee_id: own, leaver } = useProfile()
  const reviews = useMay()(detailProposals.list)
  if (own === employee_id) return leaver ? null : <Own />
  return reviews ? <Open employee_id={employee_id} /> : null
}

function Own() {
  const t = useTexts(detailTexts)
  const { data } = useRead(myDetails.get)
  if (!data) return null
  const { proposal } = data
  return (
    <Alert color="blue" icon={<IconIdBadge size={18} aria-hidden />}>
      {proposal ? t.waiting : t.wrong}{' '}
      <Anchor component={Link} to="/my-details" inherit underline="always">
        {proposal ? t.look : t.title}
      </Anchor>
    </Alert>
  )
}

function Open({ employee_id }: { employee_id: string }) {
  const { data } = useRead(detailProposals.list, { query: { employee_id, open: 'yes' } })
  const [proposal] = data ?? []
  if (!proposal) return null
  const subjects = proposal.subjects.map((one) => detailSubjects[one].toLowerCase()).join(', ')
  return (
    <Alert color="blue" icon={<IconIdBadge size={18} aria-hidden />}>
      {`This person proposes a change: ${subjects}${proposal.ready ? '' : ' (not confirmed by code yet)'}. `}
      <Anchor component={Link} to={`/detail-proposal/${proposal.id}`} inherit underline="always">
        Review and decide
      </Anchor>
    </Alert>
  )
}
