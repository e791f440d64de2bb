#Requires -Version 7
param(
    [string]$Name = 'localhost'
)

$DefaultPort = 1883

function Connect-Mqtt {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)]
        [string]$HostName,
        [int]$Port = $DefaultPort
    )

    function Get-Backoff($Attempt) {
        return [math]::Pow(2, $Attempt)
    }

    Write-Host "connecting to $HostName"
}

filter Select-Open {
    if ($_.Open) { $_ }
}

function script:Reset-Client() { $script:client = $null }

class Client : Base {
    [string]$HostName

    Client([string]$hostName) {
        $this.HostName = $hostName
    }

    [bool] Connect([int]$port) {
        return $true
    }

    static [Client] Open() {
        return [Client]::new('x')
    }
}

enum State {
    Open
    Closed
}

Describe 'Connect-Mqtt' {
    It "connects" {
        Connect-Mqtt -HostName x | Should -BeTrue
    }
}
