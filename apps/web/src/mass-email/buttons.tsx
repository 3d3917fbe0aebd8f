import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { IconHistory, IconMailForward } from '../ui/icons.ts'

const SendMassEmail = lazy(() => import('./send-mass-email.tsx'))

/** The operator writes to clients, and looks at what was written before. */
export function MassEmailButtons() {
  const [writing, setWriting] = useState(false)
  return (
    <>
      <Button
        component={Link}
        to="/mass-emails"
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
      >
        Letters Sent
      </Button>
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden />}
        onClick={() => setWriting(true)}
      >
        Mass Email
      </Button>
      {writing && (
        <Suspense fallback={null}>
          <SendMassEmail onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </>
  )
}
