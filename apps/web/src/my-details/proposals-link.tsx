import { Button } from '@mantine/core'
import { detailProposals } from '@mshahara/contract/my-details'
import { Link } from '@tanstack/react-router'
import { useSlice } from '../lib/api.ts'
import { IconIdBadge } from '../ui/icons.ts'

/** How many proposals are open, and the way to them; nothing where there is none. */
export default function ProposalsLink() {
  const { data } = useSlice(detailProposals.list, { open: 'yes', limit: 1 })
  if (!data || data.total === 0) return null
  return (
    <Button
      variant="default"
      leftSection={<IconIdBadge size={16} aria-hidden />}
      component={Link}
      to="/detail-proposals"
    >
      {`Proposed Changes (${data.total})`}
    </Button>
  )
}
