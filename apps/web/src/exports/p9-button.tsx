import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../lib/language.tsx'
import { IconFileDownload } from '../ui/icons.ts'
import { p9Texts } from './texts.ts'

const P9Modal = lazy(() => import('./p9-modal.tsx'))

interface Props {
  /** Without either: everybody, in one file. */
  employee_id?: string
  casual_id?: string
}

export function P9Button(props: Props) {
  const [open, setOpen] = useState(false)
  const t = useTexts(p9Texts)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {props.employee_id || props.casual_id ? t.button : 'P9 Forms'}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <P9Modal {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
