import { Button, Group, Text } from '@mantine/core'
import { secondFactor } from '@mshahara/contract/second-factor'
import { useState } from 'react'
import { refresh } from '../lib/api.ts'
import { useMay, useProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { Card } from '../ui/card.tsx'
import ProveOwn from './prove-own.tsx'

/** For a colleague who has lost phone and recovery codes. */
export default function ResetCard({ id, name }: { id: string; name: string }) {
  const profile = useProfile()
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (profile.id === id || !may(secondFactor.reset)) return null
  return (
    <Card title="Second factor">
      <Group justify="space-between">
        <Text size="sm">Has {name} lost their phone and recovery codes?</Text>
        <Button variant="default" onClick={() => setOpen(true)}>
          Reset second factors
        </Button>
      </Group>
      {open && (
        <ProveOwn
          endpoint={secondFactor.reset}
          params={{ id }}
          title="Reset second factors"
          text={
            `${name} is signed out everywhere and notified by email. They sign in with the password ` +
            'and an emailed code, until they add a second factor again. Make sure it is really them ' +
            'asking.'
          }
          action="Reset"
          danger
          onCancel={() => setOpen(false)}
          onDone={async () => {
            setOpen(false)
            toast('success', 'The second factors were removed')
            await refresh()
          }}
        />
      )}
    </Card>
  )
}
