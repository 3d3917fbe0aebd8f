import { ActionIcon } from '@mantine/core'
import { pictureMegabytes } from '@mshahara/contract/limits'
import { Face } from './face.tsx'
import { IconCamera } from './icons.ts'
import classes from './photo.module.css'
import { PictureUpload } from './upload.tsx'

interface Props {
  person: { first_name: string; last_name: string; avatar: string | null }
  folder: 'employee' | 'casual'
  /** Given a new picture; left out where nobody may change it. */
  onPick?: (file: string) => void
  busy: boolean
}

/** Somebody's photo at the head of their page, and the button that replaces it. */
export function Photo({ person, folder, onPick, busy }: Props) {
  return (
    <div className={classes.photo}>
      <Face person={person} size={150} folder={folder} />
      {onPick && (
        <PictureUpload
          allowed={`JPEG, JPG or PNG of at most ${pictureMegabytes} MB`}
          onPick={onPick}
        >
          {({ onClick }) => (
            <ActionIcon
              className={classes.camera}
              radius="xl"
              size={36}
              aria-label="Upload Photo"
              title="Upload Photo"
              loading={busy}
              onClick={onClick}
            >
              <IconCamera size={18} aria-hidden />
            </ActionIcon>
          )}
        </PictureUpload>
      )}
    </div>
  )
}
