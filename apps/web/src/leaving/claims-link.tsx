import { Button } from '@mantine/core'
import { finalClaims } from '@mshahara/contract/leaving'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { IconReceipt } from '../ui/icons.ts'

/** How many leavers still owe something, and the way there; nothing where nobody does. */
export default function ClaimsLink() {
  const { data } = useRead(finalClaims.totals)
  if (!data || data.open === 0) return null
  return (
    <Button
      variant="default"
      leftSection={<IconReceipt size={16} aria-hidden />}
      component={Link}
      to="/final-claims"
    >
      {`Owed by Leavers (${data.open})`}
    </Button>
  )
}
