import { Button } from '@mantine/core'
import { pensionMembers } from '@mshahara/contract/pensions'
import { lazy, Suspense } from 'react'
import { IconFileUpload } from '../ui/icons.ts'

const ImportWizard = lazy(() => import('../ui/import-wizard.tsx'))

export const UploadButton = ({ onClick }: { onClick: () => void }) => (
  <Button
    variant="default"
    leftSection={<IconFileUpload size={17} aria-hidden />}
    onClick={onClick}
  >
    Upload Members
  </Button>
)

/** Of all schemes, in one sheet. */
export const UploadMembers = ({ onClose }: { onClose: () => void }) => (
  <Suspense fallback={null}>
    <ImportWizard
      title="Upload Members of Pension Schemes"
      endpoint={pensionMembers.upload}
      template={pensionMembers.template}
      faults={pensionMembers.faults}
      done="Members uploaded successfully"
      onClose={onClose}
    />
  </Suspense>
)
