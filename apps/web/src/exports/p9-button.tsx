import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconFileDownload } from '../ui/icons.ts'

const P9Modal = lazy(() => import('./p9-modal.tsx'))

interface Props {
  /** Without either: everybody, in one file. */
  employee_id?: string
  casual_id?: string
}

export function P9Button(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {props.employee_id || props.casual_id ? 'Download P9' : 'P9 Forms'}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <P9Modal {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
