import { defineWords } from './define.ts';

/** What apps and their instances answer and refuse. */
export const appWords = defineWords('app', {
  added: 'App added successfully!',
  siteAdded: 'Website added successfully!',
  deleted: 'App deleted.',
  schemeSet: 'Custom URL Scheme added successfully',
  adsSet: 'Ad settings updated successfully',
  instanceAdded: 'Instance added succesfully!',
  instanceRenamed: 'Instance edited succesfully!',
  instanceDeleted: 'Instance Deleted Successfully!',
  schemeFirst: 'Set a custom URL scheme first.',
  sharingFirst: 'Turn sharing off before you remove the URL scheme.',
  adFirst: 'Say after how many stories the first ad comes.',
  adFrequency: 'Say after how many stories an ad comes again.',
  iosId: 'Give an id such as id123456789 or com.company.app.',
  androidId: 'Give an id such as com.company.app.',
  siteAddress: 'Give the address of a web site, such as https://www.company.com.',
  siteSilent: 'The web site cannot be reached at the moment.',
  storeSilent: 'The store cannot be reached at the moment. Try again later.',
});
