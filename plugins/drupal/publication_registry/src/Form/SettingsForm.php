<?php

declare(strict_types=1);

namespace Drupal\publication_registry\Form;

use Drupal\Core\Form\FormBase;
use Drupal\Core\Form\FormStateInterface;
use Drupal\Core\Url;
use Drupal\publication_registry\Synchronization;
use InvalidArgumentException;
use PublicationRegistry\NetworkException;
use PublicationRegistry\RegistryException;
use PublicationRegistry\SiteSync;
use Symfony\Component\DependencyInjection\ContainerInterface;

/** Connects the site in two steps. Drupal protects the form with a token. */
final class SettingsForm extends FormBase
{
    public function __construct(private readonly Synchronization $synchronization)
    {
    }

    public static function create(ContainerInterface $container): self
    {
        return new self($container->get('publication_registry.synchronization'));
    }

    public function getFormId(): string
    {
        return 'publication_registry_settings';
    }

    public function buildForm(array $form, FormStateInterface $form_state): array
    {
        $form['url'] = [
            '#type' => 'url',
            '#title' => $this->t('Address of the registry'),
            '#description' => $this->t('Another address forgets the credential and the copy of the registry before.'),
            '#default_value' => $this->synchronization->get('url'),
            '#required' => true,
        ];
        $form['origin_id'] = [
            '#type' => 'textfield',
            '#title' => $this->t('Id of the origin, to serve its token'),
        ];
        $form['credential'] = [
            '#type' => 'password',
            '#title' => $this->t('Credential, after the origin is verified'),
        ];
        $error = $this->synchronization->get('error');
        if ($error !== '') {
            $form['error'] = ['#plain_text' => $error];
        }
        $names = ['groups' => $this->t('Groups'), 'works' => $this->t('Works without a DOI')];
        foreach (array_intersect_key($names, $this->synchronization->off()) as $list => $name) {
            $why = $this->synchronization->off()[$list] === SiteSync::NO_SCOPE
                ? $this->t('@list: off, because the installation does not have the scope @scope.', ['@list' => $name, '@scope' => "$list.read"])
                : $this->t('@list: off, because this version of the registry does not offer them to sites.', ['@list' => $name]);
            $form["off_$list"] = ['#type' => 'item', '#markup' => $why];
        }
        $form['submit'] = ['#type' => 'submit', '#value' => $this->t('Save')];
        return $form;
    }

    public function submitForm(array &$form, FormStateInterface $form_state): void
    {
        try {
            $originId = trim((string) $form_state->getValue('origin_id'));
            $url = rtrim((string) $form_state->getValue('url'), '/');
            // A credential is never sent to another address than the one that is in the form with it.
            if ($originId !== '' || $url !== $this->synchronization->get('url')) {
                $this->synchronization->begin($url, $originId);
                $this->messenger()->addStatus($this->t('The site serves the token. Verify the origin in the dashboard.'));
            }
            $credential = trim((string) $form_state->getValue('credential'));
            if ($credential !== '') {
                $hook = Url::fromRoute('publication_registry.webhook', [], ['absolute' => true])->toString();
                $this->synchronization->complete($credential, $hook);
                $this->synchronization->run();
                $this->messenger()->addStatus($this->t('The site is connected.'));
            }
        } catch (RegistryException | NetworkException | InvalidArgumentException $failure) {
            $this->messenger()->addError($failure->getMessage());
        }
    }
}
