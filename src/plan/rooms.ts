/** The bytes needed and the bytes free, in memory and on disks. */

/** A folder that files will be written to. */
export interface PlannedFolder {
  readonly path: string;
  readonly freeBytes: number;
  /** Device of the file system. Folders on the same device share its free bytes. */
  readonly device: number;
}

/** Needed and free bytes of memory or of a disk. */
export interface Room {
  /** Folder on the disk; null for memory. */
  readonly folder: string | null;
  readonly neededBytes: number;
  readonly freeBytes: number;
}

/** Returns the needs of each disk, added up over the folders on it. */
export function diskRooms(needs: readonly { readonly place: PlannedFolder; readonly bytes: number }[]): Room[] {
  const devices = [...new Set(needs.map(({ place }) => place.device))];
  return devices.map((device) => {
    const here = needs.filter(({ place }) => place.device === device);
    const [{ place }] = here;
    const neededBytes = Math.ceil(here.reduce((sum, { bytes }) => sum + bytes, 0));
    return { folder: place.path, neededBytes, freeBytes: place.freeBytes };
  });
}

/** Returns true if memory and all disks have enough free bytes. */
export function fit(rooms: readonly Room[]): boolean {
  return rooms.every(({ neededBytes, freeBytes }) => neededBytes <= freeBytes);
}
